package org.sediment.fold;

import java.math.BigDecimal;
import java.util.Optional;
import org.sediment.model.Base;

/** A function over numbers of a type. Immutable. */
record NumberAggregator(
    Function function, NumberType numbers, String name, String type, String text)
    implements Aggregator {

  NumberAggregator(Function function, NumberType numbers) {
    this(
        function, numbers, function.text(), numbers.text(), function.text() + ":" + numbers.text());
  }

  @Override
  public boolean isWellFormed(byte[] value, int offset, int length) {
    return numbers.isWellFormed(value, offset, length);
  }

  @Override
  public String valueForm() {
    return numbers.form();
  }

  @Override
  public boolean understands(Base base) {
    return name.equals(base.aggregator())
        && type.equals(base.type())
        && isPossible(base)
        && (base.bucket() == null || isPossible(base.part()));
  }

  private boolean isPossible(Base base) {
    return numbers.isInBounds(base.sum()) && function.makes(base, numbers);
  }

  @Override
  public Accumulator accumulator() {
    return function.accumulator(numbers);
  }

  @Override
  public boolean fits(BigDecimal value) {
    return numbers.fits(value);
  }

  @Override
  public byte[] encodeTotal(BigDecimal value) {
    return numbers.encode(value);
  }

  @Override
  public Optional<BigDecimal> decodeTotal(byte[] bytes) {
    return numbers.decode(bytes);
  }
}
