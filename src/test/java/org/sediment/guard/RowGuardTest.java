package org.sediment.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sediment.model.RemovalName;
import org.sediment.model.Sequence;

/** The judgement as a table: what is known of the row, what comes, what becomes of it. */
class RowGuardTest {
  private static final long NONE = RowState.NONE;
  private static final long NOW = 1_000_000;
  private static final GuardLimits LIMITS = new GuardLimits(3_600, true);
  private static final byte[] HASH = {1, 2};
  private static final byte[] OTHER_HASH = {3, 4};

  private static Sequence seq(String text) {
    return Sequence.parse(text);
  }

  private static RowState live(String sequence, long time) {
    return new RowState(seq(sequence), time, true, time, null, NONE, NONE);
  }

  private static RowState liveImage(String sequence, long time) {
    return new RowState(seq(sequence), time, true, time, HASH, NONE, NONE);
  }

  private static RowState deleted(String sequence, long effective, long commit) {
    return new RowState(seq(sequence), effective, false, NONE, null, effective, commit);
  }

  private static RowEvent put(String sequence, long commit) {
    return new RowEvent(seq(sequence), commit, false, true, false, null, Long.MAX_VALUE);
  }

  private static RowEvent nulls(String sequence, long commit) {
    return new RowEvent(seq(sequence), commit, false, false, false, null, Long.MAX_VALUE);
  }

  private static RowEvent delete(String sequence, long commit) {
    return new RowEvent(seq(sequence), commit, true, false, false, null, Long.MAX_VALUE);
  }

  private static RowEvent image(String sequence, long commit, byte[] hash) {
    return new RowEvent(seq(sequence), commit, false, true, false, hash, Long.MAX_VALUE);
  }

  private static RowEvent replacement(String sequence, long commit) {
    return new RowEvent(seq(sequence), commit, true, true, false, HASH, Long.MAX_VALUE);
  }

  private static RowEvent repair(String sequence, long time) {
    return new RowEvent(seq(sequence), time, false, false, true, null, Long.MAX_VALUE);
  }

  private static Verdict judge(RowState state, RowEvent event) {
    return RowGuard.judge(state, event, LIMITS, NOW, false);
  }

  private static Verdict further(RowState state, RowEvent event) {
    return RowGuard.judge(state, event, LIMITS, NOW, true);
  }

  @ParameterizedTest
  @CsvSource({
    // stored sequence and time, incoming sequence and commit, outcome, effective time
    "5, 100, 6, 150, APPLIED, 150",
    "5, 100, 6, 100, APPLIED, 101",
    "5, 100, 6, 50, APPLIED, 101",
    "5, 100, 5, 150, DUPLICATE, -1",
    "5, 100, 4, 150, STALE, -1",
    "17, 100, 17.0, 100, APPLIED, 101",
    "999999999999, 100, 1000000000000, 100, APPLIED, 101",
    "0015, 100, 15, 200, DUPLICATE, -1",
  })
  void newerSequenceWins(
      String stored, long time, String incoming, long commit, Outcome outcome, long effective) {
    Verdict verdict = judge(live(stored, time), put(incoming, commit));
    assertThat(verdict.outcome()).isEqualTo(outcome);
    assertThat(verdict.effective()).isEqualTo(effective);
    assertThat(verdict.sequencePut()).isEqualTo(outcome == Outcome.APPLIED);
    assertThat(verdict.rowMarker()).isEqualTo(NONE);
  }

  @Test
  void unknownRowTakesTheCommitTime() {
    Verdict verdict = judge(RowState.UNKNOWN, put("1", 0));
    assertThat(verdict.effective()).isZero();
    assertThat(verdict.next()).isEqualTo(live("1", 0));
  }

  @Test
  void rowWithDataButNoSequenceIsOutranked() {
    Verdict verdict = judge(RowState.UNKNOWN.raisedTo(5000), put("1", 4000));
    assertThat(verdict.effective()).isEqualTo(5001);
    assertThat(judge(RowState.UNKNOWN.raisedTo(5000), delete("1", 4000)).rowMarker())
        .isEqualTo(5000);
  }

  @ParameterizedTest
  @CsvSource({"150, 150", "100, 100", "50, 100"})
  void rowDeleteTakesAtLeastTheLastTime(long commit, long effective) {
    Verdict verdict = judge(live("5", 100), delete("6", commit));
    assertThat(verdict.rowMarker()).isEqualTo(effective);
    assertThat(verdict.sequenceMask()).isEqualTo(effective);
    assertThat(verdict.sequencePut()).isFalse();
    assertThat(verdict.remembered())
        .containsExactly(new RemovalName(RemovalName.Kind.DELETE, seq("6"), effective, commit));
    assertThat(verdict.next()).isEqualTo(deleted("6", effective, commit));
  }

  @Test
  void insertAfterDeleteInOneMillisecondGoesAbove() {
    assertThat(judge(deleted("7", 100, 100), put("8", 100)).effective()).isEqualTo(101);
    assertThat(judge(deleted("7", 100, 100), put("8", 90)).effective()).isEqualTo(101);
  }

  @Test
  void staleRowDeleteIsRememberedByItsCommitTimeAlone() {
    Verdict verdict = judge(live("5", 100), delete("3", 80));
    assertThat(verdict.outcome()).isEqualTo(Outcome.STALE);
    assertThat(verdict.remembered())
        .containsExactly(new RemovalName(RemovalName.Kind.DELETE, seq("3"), 0, 80));
    assertThat(verdict.next().highest()).isEqualTo(seq("5"));
    assertThat(verdict.next().lastEffective()).isEqualTo(100);
    assertThat(verdict.next().deletedCommit()).isEqualTo(80);
    assertThat(judge(live("5", 100), delete("5", 80)).remembered()).isEmpty();
  }

  @Test
  void nullsDoNotMakeARowAppear() {
    Verdict verdict = judge(RowState.UNKNOWN, nulls("5", 70));
    assertThat(verdict.sequencePut()).isFalse();
    assertThat(verdict.remembered())
        .containsExactly(new RemovalName(RemovalName.Kind.REMOVAL, seq("5"), 70, 70));
    assertThat(verdict.next().live()).isFalse();
    assertThat(judge(live("5", 100), nulls("6", 70)).sequencePut()).isTrue();
    assertThat(judge(deleted("5", 100, 100), nulls("6", 70)).sequencePut()).isFalse();
  }

  @Test
  void imageOfTheSameColumnsLeavesNoMarker() {
    Verdict verdict = judge(liveImage("5", 100), image("6", 200, HASH));
    assertThat(verdict.rowMarker()).isEqualTo(NONE);
    assertThat(verdict.imagePut()).isEqualTo(HASH);
    assertThat(judge(RowState.UNKNOWN, image("6", 200, HASH)).rowMarker()).isEqualTo(NONE);
    assertThat(judge(deleted("5", 100, 90), image("6", 200, HASH)).rowMarker()).isEqualTo(NONE);
  }

  @Test
  void imageOfOtherColumnsMarksTheOldOnesTwoBelowNothing() {
    Verdict verdict = judge(liveImage("5", 100), image("6", 101, OTHER_HASH));
    assertThat(verdict.effective()).isEqualTo(102);
    assertThat(verdict.rowMarker()).isEqualTo(101);
    assertThat(judge(live("5", 100), image("6", 500, HASH)).rowMarker()).isEqualTo(499);
    assertThat(judge(RowState.UNKNOWN, image("6", 0, HASH)).effective()).isEqualTo(1);
  }

  @Test
  void anyLaterEventVoidsTheImage() {
    RowState next = judge(liveImage("5", 100), put("6", 200)).next();
    assertThat(next.image()).isNull();
    assertThat(judge(next, image("7", 300, HASH)).rowMarker()).isEqualTo(299);
    assertThat(liveImage("5", 100).raisedTo(150).image()).isNull();
    assertThat(judge(liveImage("5", 100).raisedTo(150), image("7", 300, HASH)).rowMarker())
        .isEqualTo(299);
  }

  @Test
  void rowDeleteAndColumnsAreAnImageThatIsRememberedAsADelete() {
    Verdict verdict = judge(live("5", 100), replacement("6", 100));
    assertThat(verdict.effective()).isEqualTo(102);
    assertThat(verdict.rowMarker()).isEqualTo(101);
    assertThat(verdict.sequencePut()).isTrue();
    assertThat(verdict.remembered())
        .containsExactly(new RemovalName(RemovalName.Kind.DELETE, seq("6"), 101, 100));
    assertThat(verdict.next().live()).isTrue();
    assertThat(verdict.next().deletedEffective()).isEqualTo(101);
    assertThat(verdict.next().deletedCommit()).isEqualTo(100);
  }

  @Test
  void repairMovesTheSequenceAndNotTheClock() {
    Verdict verdict = judge(live("5", 100), repair("6", 40));
    assertThat(verdict.effective()).isEqualTo(100);
    assertThat(verdict.sequencePut()).isTrue();
    assertThat(verdict.next()).isEqualTo(live("6", 100));
  }

  @Test
  void skewAndTtlAreJudgedOnlyOnWhatWouldBeApplied() {
    RowEvent expired = new RowEvent(seq("6"), 10, false, true, false, null, 1_000);
    assertThat(judge(live("5", 5), expired).outcome()).isEqualTo(Outcome.EXPIRED);
    assertThat(judge(live("6", 5), expired).outcome()).isEqualTo(Outcome.DUPLICATE);
    assertThat(
            RowGuard.judge(live("5", 5), expired, new GuardLimits(3_600, false), NOW, false)
                .outcome())
        .isEqualTo(Outcome.APPLIED);
    assertThat(judge(live("5", 5), put("6", NOW + 3_601)).outcome())
        .isEqualTo(Outcome.TOO_FAR_AHEAD);
    assertThat(judge(live("5", 5), put("6", NOW + 3_600)).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(judge(live("7", 5), put("6", NOW + 3_601)).outcome()).isEqualTo(Outcome.STALE);
    RowEvent justAlive = new RowEvent(seq("6"), NOW - 999, false, true, false, null, 1_000);
    assertThat(judge(live("5", 5), justAlive).outcome()).isEqualTo(Outcome.APPLIED);
  }

  @Test
  void timesThatCannotBeRaisedAreRefused() {
    assertThat(judge(RowState.UNKNOWN.raisedTo(Long.MAX_VALUE - 1), put("1", 5)).outcome())
        .isEqualTo(Outcome.NO_TIME_LEFT);
  }

  @Test
  void furtherPartOfTheSameCallGoesToTheSameTime() {
    Verdict verdict = further(live("5", 100), put("5", 70));
    assertThat(verdict.outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(verdict.effective()).isEqualTo(100);
    assertThat(verdict.next()).isEqualTo(live("5", 100));
  }

  @Test
  void furtherColumnsAfterTheRowDeleteAreVisible() {
    Verdict verdict = further(deleted("5", 100, 100), put("5", 100));
    assertThat(verdict.effective()).isEqualTo(101);
    assertThat(verdict.sequencePut()).isTrue();
    Verdict third = further(verdict.next(), put("5", 100));
    assertThat(third.effective()).isEqualTo(101);
  }

  @Test
  void furtherRowDeleteLeavesTheColumnsOfTheSameEvent() {
    Verdict verdict = further(live("5", 100), delete("5", 100));
    assertThat(verdict.rowMarker()).isEqualTo(99);
    assertThat(verdict.sequencePut()).isTrue();
    assertThat(verdict.next().live()).isTrue();
    assertThat(verdict.next().deletedEffective()).isEqualTo(99);
  }

  @Test
  void furtherPartVoidsTheImageOfTheFirst() {
    Verdict verdict = further(liveImage("5", 100), image("5", 100, OTHER_HASH));
    assertThat(verdict.imageMask()).isEqualTo(100);
    assertThat(verdict.imagePut()).isNull();
    assertThat(verdict.next().image()).isNull();
  }
}
