package org.sediment.fold;

import java.math.BigDecimal;
import java.util.Locale;
import org.sediment.fold.Aggregator.Accumulator;
import org.sediment.model.Base;

/** What an aggregator does with the numbers of a counter. */
enum Function {
  /** Adds them. */
  SUM {
    @Override
    Accumulator accumulator(NumberType type) {
      return type == NumberType.INT64 ? new Int64Sum() : new DecimalSum();
    }
  },
  /** The smallest. */
  MIN {
    @Override
    Accumulator accumulator(NumberType type) {
      return type == NumberType.INT64 ? new Int64Extreme(false) : new DecimalExtreme(false);
    }
  },
  /** The largest. */
  MAX {
    @Override
    Accumulator accumulator(NumberType type) {
      return type == NumberType.INT64 ? new Int64Extreme(true) : new DecimalExtreme(true);
    }
  },
  /** How many there are, whatever they are. */
  COUNT {
    @Override
    Accumulator accumulator(NumberType type) {
      return new DeltaCount();
    }
  },
  /** Adds them, for whoever divides by their number. */
  AVG {
    @Override
    Accumulator accumulator(NumberType type) {
      return SUM.accumulator(type);
    }
  },
  /** The one of the highest time, then of the highest event ID. */
  LAST {
    @Override
    Accumulator accumulator(NumberType type) {
      return new LastValue(type);
    }
  };

  abstract Accumulator accumulator(NumberType type);

  /** The function's name in settings and bases. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a base's value can have come of this function. */
  boolean makes(Base base, NumberType type) {
    return switch (this) {
      case SUM, AVG -> true;
      case MIN, MAX, LAST -> type.fits(base.sum()); // one of the deltas
      case COUNT -> base.sum().compareTo(BigDecimal.valueOf(base.count())) == 0;
    };
  }
}
