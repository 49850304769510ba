package org.sediment.cdc;

/**
 * Why a message cannot become events: what, where in it, and the remedy. Readers catch it and
 * answer {@link Reading.Rejected}.
 */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  Refusal(String what, String remedy) {
    super(what + "; " + remedy);
  }

  private Refusal(String message, Refusal cause) {
    super(message, cause);
  }

  /** The same refusal, with the place in front. */
  Refusal in(String place) {
    return new Refusal(place + ": " + getMessage(), this);
  }
}
