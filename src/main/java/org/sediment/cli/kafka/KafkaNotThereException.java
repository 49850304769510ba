package org.sediment.cli.kafka;

import java.io.IOException;

/** No broker answers, or a topic is not there. */
public final class KafkaNotThereException extends IOException {
  private static final long serialVersionUID = 1;

  KafkaNotThereException(String message, Throwable cause) {
    super(message, cause);
  }
}
