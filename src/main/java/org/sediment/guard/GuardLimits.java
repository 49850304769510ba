package org.sediment.guard;

/**
 * Bounds on commit times. Immutable.
 *
 * @param futureSkew how far ahead of the server's clock a time may be, in milliseconds
 * @param rejectExpired whether a Put that the TTL hides at once is refused
 */
public record GuardLimits(long futureSkew, boolean rejectExpired) {}
