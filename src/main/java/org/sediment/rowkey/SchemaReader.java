package org.sediment.rowkey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text form of a schema, and refuses one whose keys could not be told apart. */
final class SchemaReader {
  private static final Pattern PART =
      Pattern.compile("(?:([A-Za-z_][A-Za-z0-9_.-]*)\\s*:\\s*)?([a-z][a-z-]*)\\s*(?:\\((.*)\\))?");

  private final Map<String, KeyPart> parts = new LinkedHashMap<>();
  private final List<String> valued = new ArrayList<>();
  private final String text;
  private String place;

  private SchemaReader(String text) {
    this.text = text;
  }

  /** The parts of a schema, in their order. */
  static List<KeyPart> read(String text) {
    return new SchemaReader(text).read();
  }

  private List<KeyPart> read() {
    List<String> items = split();
    for (int i = 0; i < items.size(); i++) {
      String item = items.get(i).strip();
      place = "part " + (i + 1) + ", '" + item + "'";
      try {
        part(item, i == items.size() - 1);
      } catch (KeyException wrong) {
        throw wrong.at(place);
      }
    }
    List<KeyPart> out = new ArrayList<>();
    boolean spread = false;
    for (KeyPart part : parts.values()) {
      if (part instanceof KeyPart.Spreading spreading) {
        if (spread) {
          throw new KeyException("a second salt or bucket, '" + part.name() + "'", "keep one");
        }
        spread = true;
        out.add(resolve(spreading, out));
      } else {
        out.add(part);
      }
    }
    if (valued.isEmpty()) {
      throw new KeyException("the schema '" + text + "' holds no value", "add a part like id:long");
    }
    return List.copyOf(out);
  }

  /** At the commas outside of brackets. */
  private List<String> split() {
    List<String> out = new ArrayList<>();
    int from = 0;
    boolean inside = false;
    for (int i = 0; i < text.length(); i++) {
      char at = text.charAt(i);
      inside = at == '(' || (inside && at != ')');
      if (at == ',' && !inside) {
        out.add(text.substring(from, i));
        from = i + 1;
      }
    }
    out.add(text.substring(from));
    return out;
  }

  private void part(String item, boolean last) {
    Matcher match = PART.matcher(item);
    if (!match.matches()) {
      throw new KeyException(
          "is not a part", "write name:kind or name:kind(...), with a comma between parts");
    }
    String kind = match.group(2);
    String name = match.group(1) == null ? kind : match.group(1);
    PartArguments arguments = new PartArguments(kind, match.group(3));
    KeyPart part =
        switch (kind) {
          case "salt" ->
              new KeyPart.Spreading(
                  name, new Spread(true, arguments.number(1, 32)), arguments.rest(), List.of());
          case "bucket" ->
              new KeyPart.Spreading(
                  name,
                  new Spread(false, arguments.number(2, Spread.MOST)),
                  arguments.rest(),
                  List.of());
          case "random" -> new KeyPart.Suffix(name, arguments.onlyNumber(1, 255));
          default -> new KeyPart.Valued(name, arguments.codec(last));
        };
    if (part instanceof KeyPart.Suffix && !last) {
      throw new KeyException("is not the last part", "put random bytes at the end");
    }
    if (part instanceof KeyPart.Valued) {
      valued.add(name);
    }
    if (parts.put(name, part) != null) {
      throw new KeyException("has the name '" + name + "' of another part", "write name:" + kind);
    }
  }

  private KeyPart resolve(KeyPart.Spreading part, List<KeyPart> before) {
    List<Integer> inputs = new ArrayList<>();
    if (part.named().isEmpty()) {
      int first = (int) before.stream().filter(KeyPart.Valued.class::isInstance).count();
      for (int i = first; i < valued.size(); i++) {
        inputs.add(i);
      }
    }
    for (String name : part.named()) {
      int at = valued.indexOf(name);
      if (at < 0 || inputs.contains(at)) {
        throw new KeyException(
            "'" + part.name() + "' is to be reckoned from '" + name + "'",
            "name each of these once at most: " + String.join(", ", valued));
      }
      inputs.add(at);
    }
    if (inputs.isEmpty()) {
      throw new KeyException(
          "no value stands behind '" + part.name() + "' to reckon it from",
          "put it further to the front, or name parts: " + part.spread().kind() + "(16,host)");
    }
    inputs.sort(null);
    return new KeyPart.Spreading(part.name(), part.spread(), part.named(), List.copyOf(inputs));
  }
}
