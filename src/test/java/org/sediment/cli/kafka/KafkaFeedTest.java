package org.sediment.cli.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.cli.kafka.FeedGround.P0;
import static org.sediment.cli.kafka.FeedGround.P1;
import static org.sediment.cli.kafka.FeedGround.TOPIC;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** The poll loop: what is committed when, and what a rebalance, a jam and a failure do. */
class KafkaFeedTest {
  private static ConditionFactory soon() {
    return Awaitility.await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofSeconds(20));
  }

  @Test
  void anOffsetIsCommittedOnceEverythingBelowItIsDone() throws Exception {
    try (FeedGround ground = new FeedGround(100, false).start(P0)) {
      ground.records(P0, 0, 5);
      soon().until(() -> ground.handled.size() == 5);
      soon().until(() -> ground.committed(P0) == 0);
      List.of(4, 1, 3).forEach(offset -> ground.end(P0, offset));
      long then = ground.turns.get();
      soon().until(() -> ground.turns.get() > then + 3);
      assertThat(ground.committed(P0)).isZero();
      ground.end(P0, 0);
      soon().until(() -> ground.committed(P0) == 2);
      ground.end(P0, 2);
      soon().until(() -> ground.committed(P0) == 5);
      ground.stop();
      ground.run().get(20, TimeUnit.SECONDS);
      assertThat(ground.consumer.closed()).isTrue();
    }
  }

  @Test
  void aRevokedPartitionWaitsForItsOutcomesAndCommitsThemAndOthersGoOn() {
    try (FeedGround ground = new FeedGround(100, false).start(P0, P1)) {
      ground.records(P0, 0, 3);
      ground.records(P1, 0, 3);
      soon().until(() -> ground.handled.size() == 6);
      ground.end(P0, 0);
      ground.consumer.schedulePollTask(() -> ground.consumer.rebalance(List.of(P1)));
      soon().until(ground::isSettling);
      assertThat(ground.committed(P0)).isLessThanOrEqualTo(1);
      ground.end(P0, 2);
      ground.end(P0, 1);
      soon().until(() -> ground.committed(P0) == 3);
      assertThat(ground.committed(P1)).isZero();
      ground.end(P1, 0);
      soon().until(() -> ground.committed(P1) == 1);
    }
  }

  @Test
  void whatTheHandlerHasNotGotIsNotWaitedForWhenAPartitionIsRevoked() throws Exception {
    CountDownLatch jam = new CountDownLatch(1);
    try (FeedGround ground = new FeedGround(100, false)) {
      ground.start(
          record -> {
            CompletableFuture<Void> taken = ground.take(record);
            if (record.offset() == 1) {
              await(jam);
            }
            return taken;
          },
          P0);
      ground.records(P0, 0, 10);
      soon().until(() -> ground.handled.size() == 2);
      ground.end(P0, 0);
      ground.end(P0, 1);
      soon().until(() -> ground.committed(P0) == 1);
      ground.consumer.schedulePollTask(() -> ground.consumer.rebalance(List.of()));
      soon().until(ground::isSettling);
      jam.countDown();
      soon().until(() -> ground.committed(P0) == 2);
      ground.stop();
      ground.run().get(20, TimeUnit.SECONDS);
      assertThat(ground.handled).containsExactly("0/0", "0/1");
    }
  }

  @Test
  void aLateEndOfAnOldAssignmentSaysNothingAboutTheNewOne() {
    try (FeedGround ground = new FeedGround(100, false).start(P0)) {
      ground.records(P0, 0, 2);
      soon().until(() -> ground.handled.size() == 2);
      ground.end(P0, 0);
      soon().until(() -> ground.committed(P0) == 1);
      CompletableFuture<Void> old = ground.open.remove("0/1");
      Assigned assigned =
          new Assigned(
              ground.consumer,
              new OpenRecords(ground::take, 10, 1000),
              new Commits(ground.consumer, ground),
              Duration.ZERO,
              false);
      assigned.onPartitionsAssigned(List.of(P1));
      PartitionWork before = assigned.now().get(P1);
      before.offsets().taken(0);
      assigned.onPartitionsLost(List.of(P1));
      assertThat(assigned.now()).isEmpty();
      assertThat(ground.committed(P1)).isEqualTo(-1);
      assigned.onPartitionsAssigned(List.of(P1));
      before.offsets().done(0);
      assertThat(assigned.now().get(P1).offsets().safe()).isEmpty();
      old.complete(null);
    }
  }

  @Test
  void whenTooManyAreOpenPollingGoesOnWithAllPartitionsPaused() {
    try (FeedGround ground = new FeedGround(10, false).start(P0)) {
      ground.consumer.setMaxPollRecords(5);
      ground.records(P0, 0, 30);
      soon().until(() -> !ground.consumer.paused().isEmpty());
      long then = ground.turns.get();
      soon().until(() -> ground.turns.get() > then + 20);
      assertThat(ground.handled).hasSizeBetween(10, 14);
      for (int offset = 0; offset < 30; offset++) {
        ground.end(P0, offset);
      }
      soon().until(() -> ground.committed(P0) == 30);
      assertThat(ground.consumer.paused()).isEmpty();
    }
  }

  @Test
  void aHandlerThatWaitsDoesNotKeepTheLoopFromPolling() {
    CountDownLatch jam = new CountDownLatch(1);
    try (FeedGround ground = new FeedGround(100, false)) {
      ground.start(
          record -> {
            await(jam);
            return CompletableFuture.completedFuture(null);
          },
          P0);
      ground.records(P0, 0, 3);
      soon().until(() -> ground.turns.get() > 50);
      assertThat(ground.committed(P0)).isLessThanOrEqualTo(0);
      jam.countDown();
      soon().until(() -> ground.committed(P0) == 3);
    }
  }

  @Test
  void aFailureEndsTheFeedAndCommitsWhatIsDoneAndNoMore() {
    try (FeedGround ground = new FeedGround(100, false).start(P0)) {
      ground.records(P0, 0, 4);
      soon().until(() -> ground.handled.size() == 4);
      ground.end(P0, 0);
      ground.end(P0, 2);
      ground.fail(P0, 1, new IOException("HBase is gone"));
      assertThatThrownBy(() -> ground.run().get(20, TimeUnit.SECONDS))
          .hasCauseInstanceOf(IOException.class)
          .hasMessageContaining("HBase is gone");
      assertThat(ground.committed(P0)).isEqualTo(1);
      assertThat(ground.consumer.closed()).isTrue();
    }
  }

  @Test
  void untilEndStopsAtTheEndOfTheStart() throws Exception {
    FeedGround ground = new FeedGround(100, true);
    ground.consumer.updateEndOffsets(Map.of(P0, 3L, P1, 0L));
    for (int offset = 0; offset < 3; offset++) {
      ground.end(P0, offset);
    }
    ground.start(P0, P1);
    ground.records(P0, 0, 3);
    ground.run().get(20, TimeUnit.SECONDS);
    assertThat(ground.committed(P0)).isEqualTo(3);
  }

  @Test
  void fatalErrorsOfKafkaSayWhatHelps() {
    try (FeedGround ground = new FeedGround(100, false).start(P0)) {
      ground.consumer.schedulePollTask(
          () -> ground.consumer.setPollException(new OffsetOutOfRangeException(Map.of(P0, 17L))));
      assertThatThrownBy(() -> ground.run().get(20, TimeUnit.SECONDS))
          .hasMessageContaining("topic orders partition 0: offset 17 is no longer there")
          .hasMessageContaining("--from-beginning");
    }
    try (FeedGround ground = new FeedGround(100, false).start(P0)) {
      ground.consumer.schedulePollTask(
          () -> ground.consumer.setPollException(new TopicAuthorizationException(Set.of(TOPIC))));
      assertThatThrownBy(() -> ground.run().get(20, TimeUnit.SECONDS))
          .hasMessageContaining("no permission for topics [orders]; grant READ");
    }
  }

  @Test
  void aTopicThatIsNotThereIsToldAtOnce() {
    FeedGround ground = new FeedGround(100, false);
    ground.consumer.updatePartitions(TOPIC, List.of());
    ground.start(P0);
    assertThatThrownBy(() -> ground.run().get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(KafkaNotThereException.class)
        .hasMessageContaining("there is no topic 'orders'");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
