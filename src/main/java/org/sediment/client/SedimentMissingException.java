package org.sediment.client;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/** The table does not have Sediment's coprocessor, so nobody there can answer. */
public final class SedimentMissingException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  SedimentMissingException(String message, Throwable cause) {
    super(message, cause);
  }
}
