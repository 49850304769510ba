package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaChange;
import org.sediment.model.Sequence;
import org.sediment.testing.EndpointEvents;
import org.sediment.testing.TestRegion;

/** An event written as mutations leaves the same cells as one applied by the RPC. */
class EventMutationsTest {
  private static final byte[] X = Bytes.toBytes("x");

  private static ColumnName u(String qualifier) {
    return new ColumnName(Bytes.toBytes("u"), Bytes.toBytes(qualifier));
  }

  private static ChangeEvent.Builder event(int sequence, long time) {
    return ChangeEvent.of(Bytes.toBytes("r"))
        .sequence(Sequence.parse(Integer.toString(sequence)))
        .commitTime(time);
  }

  private static DeltaChange delta(String id, long time, long value) {
    return DeltaChange.of(X, Bytes.toBytes("qty"), Bytes.toBytes(id), time, Bytes.toBytes(value));
  }

  private static DeltaChange back(String id, long time) {
    return DeltaChange.retraction(X, Bytes.toBytes("qty"), Bytes.toBytes(id), time);
  }

  private static List<ChangeEvent> story(long now) {
    return List.of(
        event(1, now)
            .set(u("a"), Bytes.toBytes("1"))
            .set(u("b"), new byte[0])
            .add(delta("e1", now, 5))
            .build(),
        event(2, now)
            .setNull(u("a"))
            .set(u("c"), Bytes.toBytes("3"))
            .add(delta("e2", now, 5))
            .add(back("e1", now))
            .build(),
        event(3, now + 5).image(ChangeEvent.Image.FULL).set(u("b"), Bytes.toBytes("2")).build(),
        event(4, now + 6)
            .deleteRow()
            .set(u("d"), Bytes.toBytes("4"))
            .add(delta("e4", now + 6, 7))
            .add(back("e2", now))
            .build(),
        event(5, now + 7).deleteRow().build(),
        event(6, now + 6).image(ChangeEvent.Image.PARTIAL).set(u("a"), new byte[0]).build());
  }

  @Test
  void mutationsAndRpcLeaveTheSameCells() throws IOException {
    List<String> dumps = new ArrayList<>();
    for (int way = 0; way < 3; way++) {
      try (TestRegion region = TestRegion.builder().sequence().upsert("u").delta("x").open()) {
        for (ChangeEvent event : story(region.clock().now())) {
          switch (way) {
            case 0 ->
                EndpointEvents.apply(region.region(), List.of(EventWire.event(event)))
                    .forEach(outcome -> assertThat(outcome.getMessage()).isEmpty());
            case 1 -> region.list(EventMutations.of(event));
            default -> region.mutateRow(EventMutations.atomic(event));
          }
        }
        assertThat(region.value("r", "u", "a")).isEmpty();
        dumps.add(region.dump());
      }
    }
    assertThat(dumps.get(1)).isEqualTo(dumps.get(0));
    assertThat(dumps.get(2)).isEqualTo(dumps.get(0));
  }
}
