package org.sediment.live.postgres;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.ExecutionException;

/**
 * What happens to the processes meanwhile: the applier lives some seconds and is killed, its
 * offsets are set back sometimes; the capture is killed or stopped now and then. The sessions are
 * allowed a share of their work with every kill, so that both end together. One thread.
 */
final class ProcessTroubles {
  private static final int LONGEST_LIFE_MILLIS = 20_000;

  private final AppliedProcess apply;
  private final Capture capture;
  private final Offsets offsets;
  private final Sessions sessions;
  private final Random random;
  private int kills;
  private int rewinds;
  private int rewindsToStart;
  private int captureKills;
  private int captureStops;

  ProcessTroubles(
      AppliedProcess apply, Capture capture, Offsets offsets, Sessions sessions, Random random) {
    this.apply = apply;
    this.capture = capture;
    this.offsets = offsets;
    this.sessions = sessions;
    this.random = random;
  }

  /** Kills the applier so many times; capture runs at the end, the applier does not. */
  void run(int number) throws IOException, InterruptedException, ExecutionException {
    while (kills < number) {
      sessions.allow(0.1 + 0.9 * (kills + 1) / number);
      apply.start();
      live();
      apply.kill();
      kills++;
      offsets.forgetMembers();
      int dice = random.nextInt(8);
      if (dice == 0 || kills == number / 2) {
        offsets.rewindToStart();
        rewindsToStart++;
      } else if (dice < 4) {
        offsets.rewind(random);
        rewinds++;
      }
      if (kills % 5 == 3 || random.nextInt(8) == 0) {
        restartCapture();
      }
      capture.check();
    }
  }

  /**
   * Short lives end anywhere, even in the start; others some time after something was committed.
   */
  private void live() throws IOException, InterruptedException {
    if (random.nextInt(4) == 0) {
      apply.live(300 + random.nextInt(5_000));
      return;
    }
    long before = offsets.committed();
    for (int waited = 0;
        waited < LONGEST_LIFE_MILLIS && offsets.committed() == before;
        waited += 200) {
      apply.live(200);
    }
    apply.live(random.nextInt(3_000));
  }

  private void restartCapture() throws IOException, InterruptedException {
    if (random.nextInt(3) == 0) {
      capture.stop();
      captureStops++;
    } else {
      capture.kill();
      captureKills++;
    }
    capture.start();
  }

  @Override
  public String toString() {
    return ("apply killed %d times, its offsets set back %d times and %d times to the beginning;"
            + " capture killed %d times, stopped %d times")
        .formatted(kills, rewinds, rewindsToStart, captureKills, captureStops);
  }
}
