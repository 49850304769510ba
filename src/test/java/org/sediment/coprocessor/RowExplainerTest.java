package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.testing.EndpointEvents.column;
import static org.sediment.testing.EndpointEvents.delta;
import static org.sediment.testing.EndpointEvents.event;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.protocol.SedimentProtos.EventForecast;
import org.sediment.protocol.SedimentProtos.EventOutcome;
import org.sediment.protocol.SedimentProtos.EventQuestion;
import org.sediment.protocol.SedimentProtos.ExplainRowRequest;
import org.sediment.protocol.SedimentProtos.ExplainRowResponse;
import org.sediment.testing.EndpointEvents;
import org.sediment.testing.EndpointTotals;
import org.sediment.testing.TestRegion;

/** A row's explanation says what is stored, and foretells what the guard then says. */
class RowExplainerTest {
  private static TestRegion open(String guard) throws IOException {
    return TestRegion.builder()
        .sequence()
        .upsert("u")
        .delta("x")
        .family("p", "plain")
        .property("sediment.guard", guard)
        .open();
  }

  private static ExplainRowResponse explain(TestRegion region, EventQuestion question)
      throws IOException {
    ServerRpcController controller = new ServerRpcController();
    AtomicReference<ExplainRowResponse> answer = new AtomicReference<>();
    ExplainRowRequest.Builder request =
        ExplainRowRequest.newBuilder().setRow(ByteString.copyFromUtf8("r"));
    if (question != null) {
      request.setEvent(question);
    }
    EndpointTotals.service(region.region()).explainRow(controller, request.build(), answer::set);
    if (controller.failedOnException()) {
      throw controller.getFailedOn();
    }
    return answer.get();
  }

  private static EventQuestion question(String sequence, long time, boolean delete) {
    return EventQuestion.newBuilder()
        .setSequence(ByteString.copyFromUtf8(sequence))
        .setTime(time)
        .setRowDelete(delete)
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void tellsSequenceDeletesCellsAndTotals(String guard) throws IOException {
    try (TestRegion region = open(guard)) {
      long now = region.clock().now();
      assertThat(explain(region, null).hasSequence()).isFalse();
      EndpointEvents.apply(
          region.region(),
          List.of(
              event("r", "1", now).addColumn(column("u", "a", "old")).build(),
              event("r", "2", now - 50).setRowDelete(true).build(),
              event("r", "7", now)
                  .addColumn(column("u", "a", "new"))
                  .addColumn(column("p", "secret", "s"))
                  .addDelta(delta("x", "qty", "e1", now, 3L))
                  .build()));
      ExplainRowResponse why = explain(region, null);
      assertThat(why.getGuard()).isEqualTo(guard);
      assertThat(why.getSequence()).isEqualTo("7");
      assertThat(why.getLive()).isTrue();
      assertThat(why.getLastEffective()).isEqualTo(now + 1);
      assertThat(why.getDeletedEffective()).isEqualTo(now);
      assertThat(why.getDeletedCommit()).isEqualTo(now - 50);
      assertThat(why.getCellList())
          .anySatisfy(cell -> assertThat(cell.getNote()).startsWith("row deleted by 2"))
          .anySatisfy(cell -> assertThat(cell.getNote()).isEqualTo("delta 3"))
          .anySatisfy(cell -> assertThat(cell.getValue().toStringUtf8()).isEqualTo("old"))
          .noneSatisfy(cell -> assertThat(cell.getFamily().toStringUtf8()).isEqualTo("p"));
      assertThat(why.getTotal(0).getValue()).isEqualTo(3);
      assertThat(why.getCut()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"row", "cell"})
  void foretellsWhatTheGuardThenSays(String guard) throws IOException {
    for (String sequence : List.of("2", "3", "5", "6")) {
      for (long ahead : new long[] {-10, 10, 86_400_000}) {
        try (TestRegion region = open(guard)) {
          long now = region.clock().now();
          EndpointEvents.apply(
              region.region(),
              List.of(
                  event("r", "3", now).setRowDelete(true).build(),
                  event("r", "5", now).addColumn(column("u", "a", "x")).build()));
          String before = region.dump();
          EventForecast forecast =
              explain(region, question(sequence, now + ahead, false)).getEvent();
          assertThat(region.dump()).isEqualTo(before);
          EventOutcome outcome =
              EndpointEvents.apply(
                      region.region(),
                      List.of(
                          event("r", sequence, now + ahead)
                              .addColumn(column("u", "a", "y"))
                              .build()))
                  .get(0);
          assertThat(forecast.getOutcome())
              .as(sequence + " at " + ahead)
              .isEqualTo(outcome.getOutcome().name());
          assertThat(forecast.getReason()).isEqualTo(outcome.getMessage());
          if (forecast.hasEffective()) {
            assertThat(explain(region, null).getLastEffective()).isEqualTo(forecast.getEffective());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "1..2"})
  void aSequenceThatIsNoneIsRefused(String sequence) throws IOException {
    try (TestRegion region = open("row")) {
      EventQuestion question = question(sequence, 1, false);
      assertThatThrownBy(() -> explain(region, question))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("15 or 118.108.2");
    }
  }
}
