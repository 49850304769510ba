package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Refusals: for good, with a message that names the row. */
final class Refusals {
  private Refusals() {}

  static AbstractThrowableAssert<?, ? extends Throwable> refused(ThrowingCallable write) {
    return assertThatThrownBy(write).isInstanceOf(DoNotRetryIOException.class);
  }
}
