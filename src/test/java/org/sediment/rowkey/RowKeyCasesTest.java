package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Cases from the field about row keys. */
class RowKeyCasesTest {
  private static final KeySchema DOCS = KeySchema.parse("doc:text(\\x00), line:text");

  private static List<Object> read(NavigableMap<byte[], Object> table, KeyQuery query) {
    List<Object> out = new ArrayList<>();
    for (ScanRange range : query.ranges()) {
      var rest = table.tailMap(range.start(), true);
      out.addAll((range.stop().length == 0 ? rest : rest.headMap(range.stop(), false)).values());
    }
    return out;
  }

  private static NavigableMap<byte[], Object> table() {
    return new TreeMap<>(Arrays::compareUnsigned);
  }

  @Test
  void r42_joinedPartsNeverMix() {
    assertThatThrownBy(() -> KeySchema.parse("a:text, b:text"))
        .hasMessageContaining("keys would mix");
    KeySchema bar = KeySchema.parse("a:text(|), b:text");
    assertThatThrownBy(() -> bar.encode("a|b", "c")).hasMessageContaining("the delimiter '|'");
    assertThat(bar.decode(bar.encode("a", "b|c")).values()).containsExactly("a", "b|c");
    KeySchema escaped = KeySchema.parse("a:text(escaped), b:text");
    assertThat(escaped.encode("a|b", "c")).isNotEqualTo(escaped.encode("a", "b|c"));
    assertThat(escaped.decode(escaped.encode("a\0\0", "\0c")).values())
        .containsExactly("a\0\0", "\0c");
    NavigableMap<byte[], Object> table = table();
    table.put(DOCS.encode("doc-7", "12"), "7/12");
    table.put(DOCS.encode("doc-71", "2"), "71/2");
    assertThat(table).hasSize(2);
    assertThat(read(table, DOCS.where("doc-7"))).containsExactly("7/12");
    assertThat(read(table, DOCS.where().startingWith("doc-7"))).containsExactly("7/12", "71/2");
  }

  @Test
  void r42_aPrefixNeverReadsANeighbour() {
    KeySchema hosts = KeySchema.parse("host:text(|), time:long");
    NavigableMap<byte[], Object> table = table();
    table.put(hosts.encode("host1", 5), "host1");
    table.put(hosts.encode("host12", 5), "host12");
    table.put(hosts.encode("host", 5), "host");
    assertThat(read(table, hosts.where("host1"))).containsExactly("host1");

    KeySchema raw = KeySchema.parse("id:bytes(2), n:int");
    NavigableMap<byte[], Object> edge = table();
    edge.put(raw.encode(new byte[] {1, -1}, -1), "01FF");
    edge.put(raw.encode(new byte[] {2, 0}, -1), "0200");
    edge.put(raw.encode(new byte[] {-1, -1}, -1), "FFFF");
    assertThat(read(edge, raw.where(new byte[] {1, -1})))
        .as("0xFF carries")
        .containsExactly("01FF");
    assertThat(read(edge, raw.where(new byte[] {-1, -1})))
        .as("to the table's end")
        .containsExactly("FFFF");
    KeySchema text = KeySchema.parse("name:text(8), n:int");
    NavigableMap<byte[], Object> names = table();
    names.put(text.encode("é", 1), "é");
    names.put(text.encode("ê", 1), "ê");
    assertThat(read(names, text.where("é"))).as("bytes above 127").containsExactly("é");
  }

  @Test
  void r42_aReadOverAllSaltsHasEveryRowOnceNegativeNumbersFirst() {
    KeySchema salted = KeySchema.parse("bucket(256), n:long");
    NavigableMap<byte[], Object> table = table();
    for (long n = -5000; n < 5000; n++) {
      table.put(salted.encode(n), n);
    }
    assertThat(table.keySet().stream().map(key -> key[0]).distinct()).hasSize(256);
    List<ScanRange> ranges = salted.where().from(-100L).to(100L).ranges();
    assertThat(ranges).hasSize(256);
    assertThat(salted.where().ranges().get(255).stop()).as("of salt 255").isEmpty();
    List<Object> all = read(table, salted.where().from(-100L).to(100L));
    assertThat(all).hasSize(200).doesNotHaveDuplicates();
    for (ScanRange range : ranges) {
      List<Object> one = new ArrayList<>(table.subMap(range.start(), range.stop()).values());
      assertThat(one).isSortedAccordingTo((a, b) -> Long.compare((Long) a, (Long) b));
    }
  }
}
