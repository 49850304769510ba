package org.sediment.cdc;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A part of a YAML document that knows where it stands: a text, a list or a map. Immutable.
 *
 * @param line counted from 1
 * @param column counted from 1
 * @param text the scalar's text as written; null for a list, a map, and an empty value
 * @param items the list's items; null if it is no list
 * @param entries the map's entries in order; null if it is no map
 */
record YamlNode(
    int line, int column, String text, List<YamlNode> items, Map<String, YamlNode> entries) {

  /**
   * Reads a document.
   *
   * @param problems gets what is wrong with its form
   * @return the document, as far as it could be read; an empty map if there is none
   */
  static YamlNode read(String yaml, Problems problems) {
    YamlNode nothing = new YamlNode(1, 1, null, null, Map.of());
    try (YAMLParser parser = new YAMLFactory().createParser(yaml)) {
      if (parser.nextToken() == null) {
        return nothing;
      }
      YamlNode document = read(parser, problems);
      if (parser.nextToken() != null) {
        JsonLocation at = parser.currentTokenLocation();
        problems.add(
            at.getLineNr(), at.getColumnNr(), "a second document begins", "write one a file");
      }
      return document;
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      problems.add(
          at == null ? 1 : at.getLineNr(),
          at == null ? 1 : at.getColumnNr(),
          "not YAML: " + e.getOriginalMessage().lines().findFirst().orElse(""),
          "correct the indentation, quotes or brackets there");
      return nothing;
    } catch (IOException e) {
      throw new IllegalStateException("a text that cannot be read", e);
    }
  }

  private static YamlNode read(YAMLParser parser, Problems problems) throws IOException {
    JsonLocation at = parser.currentTokenLocation();
    int line = at.getLineNr();
    int column = at.getColumnNr();
    if (parser.isCurrentAlias()) {
      problems.add(line, column, "an alias (*) stands here", "write the value itself");
    }
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_ARRAY) {
      List<YamlNode> items = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        items.add(read(parser, problems));
      }
      return new YamlNode(line, column, null, List.copyOf(items), null);
    }
    if (token == JsonToken.START_OBJECT) {
      Map<String, YamlNode> entries = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        readEntry(parser, entries, problems);
      }
      return new YamlNode(line, column, null, null, entries);
    }
    String text = token == JsonToken.VALUE_NULL ? null : parser.getText();
    return new YamlNode(line, column, text, null, null);
  }

  private static void readEntry(YAMLParser parser, Map<String, YamlNode> into, Problems problems)
      throws IOException {
    String name = parser.currentName();
    JsonLocation at = parser.currentTokenLocation();
    parser.nextToken();
    YamlNode value = read(parser, problems);
    YamlNode named =
        new YamlNode(at.getLineNr(), at.getColumnNr(), value.text, value.items, value.entries);
    if (into.putIfAbsent(name, named) != null) {
      problems.add(named, "'" + name + "' is there twice", "write it once");
    }
  }

  /** What stands here, for messages. */
  String shown() {
    if (items != null) {
      return "a list";
    }
    return entries != null ? "a map" : text == null ? "nothing" : "'" + text + "'";
  }
}
