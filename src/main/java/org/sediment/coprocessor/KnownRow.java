package org.sediment.coprocessor;

import org.sediment.guard.RowState;

/**
 * A row's state, and the call that accepted its highest sequence. Immutable.
 *
 * @param state what is known of the row
 * @param call number of the client's call, {@link #NO_CALL} if unknown: a further part of an event
 *     is told from its replay by it
 */
record KnownRow(RowState state, long call) {
  /** No call: whatever comes with an equal sequence is a replay. */
  static final long NO_CALL = 0;
}
