package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.sediment.guard.Outcome;
import org.sediment.guard.Verdict;
import org.sediment.protocol.SedimentProtos.EventOutcome;

/**
 * Slot for the outcome of one event of an {@code ApplyEvents} call: filled first by the guard, then
 * by what HBase says of the event's mutations. Used by the thread of the call.
 */
final class EventAnswer {
  private final List<Mutation> mutations = new ArrayList<>(2);
  private final EventOutcome.Builder outcome =
      EventOutcome.newBuilder().setOutcome(EventOutcome.Outcome.NOT_TRIED);
  private boolean done;

  /** The event's mutations, one after the other in the batch. */
  List<Mutation> mutations() {
    return mutations;
  }

  /** Whether nothing more is to be done for it in this call. */
  boolean isDone() {
    return done;
  }

  /** Ends it with an outcome of its own. */
  void end(EventOutcome.Outcome as, String message) {
    outcome.clear().setOutcome(as);
    if (message != null) {
      outcome.setMessage(message);
    }
    done = true;
  }

  /**
   * Notes what the guard decided, before HBase stores it.
   *
   * @param event the event, judged and not refused
   */
  void judged(Event event) {
    Verdict verdict = event.verdict();
    DeltaPart delta = event.delta();
    outcome
        .setOutcome(verdict == null ? EventOutcome.Outcome.APPLIED : of(verdict.outcome()))
        .setDeltasStored(delta.stored())
        .setDeltasReplayed(delta.replayed())
        .setDeltasLate(delta.listed())
        .setDeltasMasked(delta.masked());
  }

  private static EventOutcome.Outcome of(Outcome decided) {
    return switch (decided) {
      case STALE -> EventOutcome.Outcome.STALE;
      case DUPLICATE -> EventOutcome.Outcome.DUPLICATE;
      default -> EventOutcome.Outcome.APPLIED;
    };
  }

  /** Ends it by what HBase says of each of its mutations. */
  void stored(List<OperationStatus> statuses) {
    for (OperationStatus status : statuses) {
      switch (status.getOperationStatusCode()) {
        case SUCCESS -> {}
        case FAILURE, SANITY_CHECK_FAILURE, BAD_FAMILY -> {
          end(EventOutcome.Outcome.REJECTED, status.getExceptionMsg());
          return;
        }
        default -> {
          end(EventOutcome.Outcome.NOT_TRIED, status.getExceptionMsg());
          return;
        }
      }
    }
    if (outcome.getOutcome() == EventOutcome.Outcome.NOT_TRIED) {
      outcome.setOutcome(EventOutcome.Outcome.APPLIED); // nothing of it is Sediment's to judge
    }
    done = true;
  }

  /** The outcome as it stands. */
  EventOutcome outcome() {
    return outcome.build();
  }
}
