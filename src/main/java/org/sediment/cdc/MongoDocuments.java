package org.sediment.cdc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Makes rows of MongoDB's documents: the top-level fields are the columns, {@code _id} among them.
 *
 * <p>Debezium documentation, MongoDB connector, "Change events": documents are texts in extended
 * JSON; the message key is {@code {"id": <text of _id>}}; an update has {@code after} only with
 * capture.mode=change_streams_update_full, and then as the document is when the connector looks,
 * which may be later than the event; else {@code updateDescription} says what changed. Stateless.
 */
final class MongoDocuments {
  private static final String LOOK_UP = "use capture.mode=change_streams_update_full";

  private MongoDocuments() {}

  /** The event with rows for documents. */
  static Envelope asRows(Envelope event, TableMapping table) throws Refusal {
    JsonNode transaction = event.source().path("txnNumber");
    if (transaction.isNumber() && table.transactions() == TableMapping.Transactions.REJECT) {
      throw new Refusal(
          "the change is part of transaction " + transaction + ", whose changes all have one place",
          "write 'transactions: once' for the table if none changes a document more than once");
    }
    ObjectNode value = event.value().deepCopy();
    ObjectNode key = JsonNodeFactory.instance.objectNode();
    if (event.key().has("id")) {
      JsonNode id = event.key().get("id");
      key.set("_id", ExtendedJson.plain(id.isTextual() ? Json.parse(id.textValue()) : id));
    }
    value.set("before", document(event.before()));
    JsonNode after = document(event.after());
    if (after.isObject()) {
      nameMissing((ObjectNode) after, table);
    } else if (event.op().equals("u")) {
      after = changes(event.value().path("updateDescription"), key);
    }
    value.set("after", after);
    return event.with(key, value);
  }

  private static JsonNode document(JsonNode text) throws Refusal {
    if (!text.isTextual()) {
      return JsonNodeFactory.instance.nullNode();
    }
    JsonNode document = Json.parse(text.textValue());
    ObjectNode plain = JsonNodeFactory.instance.objectNode();
    for (String name : Json.names(document)) {
      plain.set(name, ExtendedJson.plain(document.get(name)));
    }
    return plain;
  }

  /** A field that a document has not is null. */
  private static void nameMissing(ObjectNode document, TableMapping table) {
    for (ColumnMapping column : table.columns()) {
      if (!document.has(column.source())) {
        document.putNull(column.source());
      }
    }
  }

  private static JsonNode changes(JsonNode description, ObjectNode key) throws Refusal {
    JsonNode updated = document(description.path("updatedFields"));
    if (!updated.isObject() && !description.path("removedFields").isArray()) {
      throw new Refusal("an update has neither 'after' nor 'updateDescription'", LOOK_UP);
    }
    ObjectNode row = key.deepCopy();
    for (String name : Json.names(updated)) {
      row.set(topLevel(name), updated.get(name));
    }
    for (JsonNode name : description.path("removedFields")) {
      row.putNull(topLevel(name.asText()));
    }
    if (!description.path("truncatedArrays").isEmpty()) {
      throw new Refusal("an update shortens an array and does not say how it is now", LOOK_UP);
    }
    return row;
  }

  private static String topLevel(String name) throws Refusal {
    if (name.indexOf('.') >= 0) {
      throw new Refusal("an update changes '" + name + "', inside a field", LOOK_UP);
    }
    return name;
  }
}
