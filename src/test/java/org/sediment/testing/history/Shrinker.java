package org.sediment.testing.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes a failing history short enough to be read. Stateless. */
final class Shrinker {
  private Shrinker() {}

  /**
   * Cuts after the failing step, then leaves out every step and every event that the failure does
   * not need. The clock's steps stay: the events' times hang on them.
   *
   * @param failure of the whole history
   * @param play gives the failure of a history, null if there is none
   */
  static AssertionError shrunk(
      History history, AssertionError failure, Function<History, AssertionError> play) {
    History shortest = history;
    AssertionError last = failure;
    if (failure instanceof HistoryPlayer.StepFailed failed
        && failed.step() < history.steps().size()) {
      shortest = history.prefix(failed.step() + 1);
    }
    for (int step = shortest.steps().size() - 1; step >= 0; step--) {
      for (History shorter : shorter(shortest, step)) {
        AssertionError again = shorter.isValid() ? play.apply(shorter) : null;
        if (again != null) {
          shortest = shorter;
          last = again;
          break;
        }
      }
    }
    return new AssertionError(
        "sediment.seed=" + history.seed() + "\n" + shortest + last.getMessage(), last);
  }

  /** This history with less at a step, the boldest cut first. */
  private static List<History> shorter(History history, int place) {
    List<History> candidates = new ArrayList<>();
    Step step = history.steps().get(place);
    if (step instanceof Step.Tick) {
      return candidates;
    }
    List<Step> steps = new ArrayList<>(history.steps());
    steps.remove(place);
    candidates.add(history.of(steps));
    for (int size = 1; size < step.events().size(); size++) {
      for (int from = 0; from + size <= step.events().size(); from++) {
        steps = new ArrayList<>(history.steps());
        steps.set(place, step.with(step.events().subList(from, from + size)));
        candidates.add(history.of(steps));
      }
    }
    return candidates;
  }
}
