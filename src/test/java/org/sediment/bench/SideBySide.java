package org.sediment.bench;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the sides of a comparison in turn, round by round, each round in the opposite order of the
 * one before, so that whatever the machine does meanwhile hits all of them alike.
 */
final class SideBySide {
  /** One way to do the work. */
  interface Side {
    /** Does the work of a round; rounds count from 0, warm-ups included. */
    Sample run(int round) throws Exception;
  }

  private static final Logger LOG = LoggerFactory.getLogger(SideBySide.class);

  private final double[][] rates;
  private final double[][] cpuRates;

  private SideBySide(double[][] rates, double[][] cpuRates) {
    this.rates = rates;
    this.cpuRates = cpuRates;
  }

  /** Runs the warm-ups and the rounds of the scale. */
  static SideBySide run(Scale scale, Side... sides) throws Exception {
    return run(scale.warmups(), scale.rounds(), List.of(sides));
  }

  /** Runs so many rounds that are not measured and so many that are. */
  static SideBySide run(int warmups, int rounds, List<Side> sides) throws Exception {
    double[][] rates = new double[sides.size()][rounds];
    double[][] cpuRates = new double[sides.size()][rounds];
    for (int round = 0; round < warmups + rounds; round++) {
      for (int turn = 0; turn < sides.size(); turn++) {
        int side = round % 2 == 0 ? turn : sides.size() - 1 - turn;
        Sample sample = sides.get(side).run(round);
        LOG.info("round {} side {}: {} results a second", round, side, sample.rate());
        if (round >= warmups) {
          rates[side][round - warmups] = sample.rate();
          cpuRates[side][round - warmups] = sample.cpuRate();
        }
      }
    }
    return new SideBySide(rates, cpuRates);
  }

  /** Rounds measured. */
  int rounds() {
    return rates[0].length;
  }

  /** Rate of one side over the rate of another, round by round. */
  Ratio ratio(int side, int reference) {
    return ratio(rates[side], rates[reference]);
  }

  /** The same by processor time: what a busy machine says without the other work on it. */
  double cpuRatio(int side, int reference) {
    return ratio(cpuRates[side], cpuRates[reference]).median();
  }

  private static Ratio ratio(double[] side, double[] reference) {
    double[] ratios = new double[side.length];
    for (int round = 0; round < ratios.length; round++) {
      ratios[round] = side[round] / reference[round];
    }
    return Ratio.of(ratios);
  }

  /** Median of a side's results a second. */
  double rate(int side) {
    return Ratio.median(rates[side]);
  }

  /** Median of a side's milliseconds a result. */
  double millis(int side) {
    return 1000 / rate(side);
  }
}
