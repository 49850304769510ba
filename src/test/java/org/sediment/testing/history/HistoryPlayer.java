package org.sediment.testing.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Plays a history on a stage and compares every answer with the model's, after every step, and at
 * the end at the five points: in memory, flushed, after a minor compaction of a subset, after a
 * major one, moved and crashed.
 */
public final class HistoryPlayer {
  private final History history;
  private final Stage stage;
  private final Model model;
  private final RowChecks checks;
  private final Map<String, String> views = new HashMap<>();

  private HistoryPlayer(History history, Stage stage) {
    this.history = history;
    this.stage = stage;
    this.model = new Model(history.images(), history.mode());
    this.checks = new RowChecks(model, history.timely());
  }

  /** Plays; throws an AssertionError at the first wrong answer, naming the step. */
  public static void play(History history, Stage stage) {
    HistoryPlayer player = new HistoryPlayer(history, stage);
    int step = 0;
    try {
      for (; step < history.steps().size(); step++) {
        player.step(history.steps().get(step));
      }
      for (Step.Op op :
          List.of(
              Step.Op.FLUSH,
              Step.Op.COMPACT,
              Step.Op.MAJOR,
              Step.Op.REOPEN,
              Step.Op.MAJOR,
              Step.Op.CRASH)) {
        for (String family : History.FAMILIES) {
          if (op == Step.Op.COMPACT || op == Step.Op.MAJOR || family.equals("m")) {
            player.step(new Step.Storage(op, family, history.seed() + family.hashCode()));
          }
        }
        step++;
      }
    } catch (AssertionError | Exception e) {
      throw new StepFailed(step, e, dump(stage));
    }
  }

  private static String dump(Stage stage) {
    try {
      return stage.dump();
    } catch (IOException e) {
      return "no dump: " + e;
    }
  }

  private void step(Step step) throws IOException {
    if (step instanceof Step.Tick tick) {
      stage.tick(tick.millis());
    } else if (step instanceof Step.Storage storage) {
      stage.storage(storage);
      checkUnchanged(step);
    } else if (step instanceof Step.Switch change) {
      stage.guard(change.byCell());
      model.guard(change.byCell());
      checkUnchanged(step);
    } else {
      if (step instanceof Step.Deliver deliver) {
        deliver(deliver);
      } else {
        refuse((Step.Refuse) step);
      }
      for (String row : history.rows()) {
        RowView view = RowView.read(stage, row);
        checks.check(row, view);
        views.put(row, view.text());
      }
    }
  }

  private void checkUnchanged(Step step) throws IOException {
    for (String row : history.rows()) {
      assertThat(RowView.read(stage, row).text())
          .as("row %s before and after %s", row, step)
          .isEqualTo(views.computeIfAbsent(row, none -> "{}\n{}\n{}\n[]"));
    }
  }

  private void deliver(Step.Deliver deliver) throws IOException {
    if (deliver.how() == Step.How.APPLY) {
      List<String> outcomes = stage.apply(deliver.events());
      for (int i = 0; i < outcomes.size(); i++) {
        Event event = deliver.events().get(i);
        assertThat(outcomes.get(i)).as("outcome of %s", event).isIn(model.outcomes(event));
        model.deliver(event);
      }
      return;
    }
    if (deliver.how() == Step.How.LIST) {
      List<Mutation> mutations = new ArrayList<>();
      deliver.events().forEach(event -> mutations.addAll(event.mutations()));
      assertThat(stage.list(mutations)).as("accepted").doesNotContain(false);
    } else {
      for (Event event : deliver.events()) {
        List<Mutation> mutations = event.mutations();
        if (deliver.how() == Step.How.ATOMIC) {
          stage.atomic(mutations);
        } else if (deliver.how() == Step.How.CHECK) {
          stage.conditional(mutations);
        } else if (mutations.size() == 1) {
          stage.single(mutations.get(0));
        } else {
          assertThat(stage.list(mutations)).as("accepted").doesNotContain(false);
        }
      }
    }
    deliver.events().forEach(model::deliver);
  }

  private void refuse(Step.Refuse refuse) throws IOException {
    List<List<Mutation>> groups = new ArrayList<>();
    refuse.events().forEach(event -> groups.add(event.mutations()));
    Mutation faulty = Faults.mutation(refuse);
    groups.add(Math.min(refuse.place(), groups.size()), Collections.singletonList(faulty));
    List<Mutation> mutations = groups.stream().flatMap(List::stream).toList();
    boolean[] accepted = mutations.size() > 1 ? stage.list(mutations) : new boolean[0];
    for (int i = 0; i < accepted.length; i++) {
      assertThat(accepted[i])
          .as("%s among neighbours: accepted, mutation %s", refuse.fault(), i)
          .isEqualTo(mutations.get(i) != faulty);
    }
    refuse.events().forEach(model::deliver);
    assertThatThrownBy(() -> stage.single(Faults.mutation(refuse)))
        .as("%s alone", refuse.fault())
        .isInstanceOf(DoNotRetryIOException.class);
  }

  /** The step at which a history failed, with what is stored then. */
  public static final class StepFailed extends AssertionError {
    private static final long serialVersionUID = 1;
    private final int step;

    StepFailed(int step, Throwable cause, String dump) {
      super("step " + step + ": " + cause.getMessage() + "\nstored:\n" + dump, cause);
      this.step = step;
    }

    /** Index of the step; the number of steps or more for the five points at the end. */
    public int step() {
      return step;
    }
  }
}
