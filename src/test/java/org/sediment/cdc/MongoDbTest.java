package org.sediment.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.event;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.nulls;
import static org.sediment.cdc.Recordings.reason;
import static org.sediment.cdc.Recordings.row;
import static org.sediment.cdc.Recordings.sequence;
import static org.sediment.cdc.Recordings.set;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;

/** MongoDB's events, in the forms of the connector's documentation. */
class MongoDbTest {
  private static final String AFTER =
      "{'_id': {'$numberLong': '1004'},'first_name': 'Anne Marie','email': 'annek@noanswer.org',"
          + "'since': {'$date': 1558965508000}, 'paid': {'$numberDecimal': '1.50'}}";

  @Test
  void aDocumentIsARowAndAFieldThatItHasNotIsNull() throws MappingException {
    ChangeEvent event = event(read("'op':'u','after':" + text(AFTER)));
    assertThat(row(event)).isEqualTo("1004");
    assertThat(set(event))
        .containsEntry("f:first", "Anne Marie")
        .containsEntry("f:since", "2019-05-27T13:58:28Z")
        .containsEntry("f:paid", "1.50");
    assertThat(nulls(event)).containsExactly("f:last");
    assertThat(sequence(event)).hasToString("0.1558965508000.31.3");
  }

  @Test
  void anUpdateWithoutDocumentTellsItsFields() throws MappingException {
    ChangeEvent event =
        event(
            read(
                "'op':'u','updateDescription':{'removedFields':['last_name'],'updatedFields':"
                    + text("{'first_name': 'Eve'}")
                    + ",'truncatedArrays':null}"));
    assertThat(set(event)).containsExactly(Map.entry("f:first", "Eve"));
    assertThat(nulls(event)).containsExactly("f:last");
  }

  @Test
  void anUpdateInsideAFieldIsRefusedWithTheRemedy() throws MappingException {
    assertThat(
            reason(
                read(
                    "'op':'u','updateDescription':{'updatedFields':"
                        + text("{'address.city': 'Rome'}")
                        + "}")))
        .contains("'address.city', inside a field; use capture.mode=change_streams_update_full");
    assertThat(reason(read("'op':'u'"))).contains("neither 'after' nor 'updateDescription'");
  }

  @Test
  void aDeleteHasTheKeyOnly() throws MappingException {
    ChangeEvent event = event(read("'op':'d'"));
    assertThat(row(event)).isEqualTo("1004");
    assertThat(event.rowDeleted()).isTrue();
  }

  @Test
  void changesOfATransactionHaveOnePlaceAndNeedAWord() throws MappingException {
    String inside = "'op':'d','txn':1";
    assertThat(reason(read(inside))).contains("'transactions: once'");
    assertThat(read(inside, "    transactions: once")).isInstanceOf(Reading.Changes.class);
  }

  private static String text(String document) {
    return "'" + document.replace("'", "\\\"") + "'";
  }

  private static Reading read(String fields) throws MappingException {
    return read(fields, "");
  }

  private static Reading read(String fields, String more) throws MappingException {
    Mapping mapping =
        mapping(
            "tables:",
            "  inventory.customers:",
            "    to: customers",
            "    row: [{column: _id, as: text}]",
            "    others: ignore",
            "    columns: {first_name: 'f:first', last_name: 'f:last', since: 'f:since', paid: 'f:paid'}",
            more);
    boolean inside = fields.contains("'txn'");
    return new DebeziumReader(mapping)
        .read(
            Recordings.message(
                "{'id':" + text("{'$numberLong': '1004'}") + "}",
                "{"
                    + fields.replace(",'txn':1", "")
                    + ",'source':{'connector':'mongodb','ts_ms':1558965508000,'snapshot':false,"
                    + "'db':'inventory','collection':'customers','ord':31"
                    + (inside ? ",'txnNumber':1" : "")
                    + "}}"));
  }
}
