package org.sediment.cli.kafka;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What becomes of records. Called by one thread, in the order of each partition. */
public interface RecordHandler {
  /**
   * Takes a record; may wait.
   *
   * @return completes when everything that the record says has its outcome, and what was refused is
   *     safe among the dead letters; fails if that will not happen, which ends the feed
   * @throws IOException if it could not be taken, which ends the feed
   */
  CompletableFuture<?> take(ConsumerRecord<byte[], byte[]> record) throws IOException;
}
