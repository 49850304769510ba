package org.sediment.cli.kafka;

import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Says what Kafka's fatal errors mean and what helps. Stateless. */
final class KafkaTrouble {
  private KafkaTrouble() {}

  /** What a command may throw instead. */
  static IOException explained(KafkaException failed, FeedSettings settings) {
    if (failed instanceof UnknownTopicOrPartitionException) {
      return new KafkaNotThereException(
          failed.getMessage() + "; make it, or mend the command line", failed);
    }
    if (failed instanceof TimeoutException) {
      return new KafkaNotThereException(
          "Kafka does not answer: " + failed.getMessage() + "; is --kafka right?", failed);
    }
    String what = what(failed, settings);
    return new IOException(what.isEmpty() ? "Kafka: " + failed.getMessage() : what, failed);
  }

  private static String what(KafkaException failed, FeedSettings settings) {
    if (failed instanceof TopicAuthorizationException refused) {
      return "Kafka: no permission for topics "
          + refused.unauthorizedTopics()
          + "; grant READ and DESCRIBE on them (WRITE on the dead letters' topic)";
    }
    if (failed instanceof GroupAuthorizationException) {
      return "Kafka: no permission for group '" + settings.group() + "'; grant READ on it";
    }
    if (failed instanceof AuthenticationException) {
      return "Kafka refuses the login: "
          + failed.getMessage()
          + "; see security.protocol and sasl.* in --kafka-config";
    }
    if (failed instanceof OffsetOutOfRangeException gone) {
      return gone.offsetOutOfRangePartitions().entrySet().stream()
          .map(
              each ->
                  "topic %s partition %d: offset %d is no longer there: events are lost"
                      .formatted(each.getKey().topic(), each.getKey().partition(), each.getValue()))
          .collect(
              Collectors.joining(
                  "; ",
                  "Kafka: ",
                  "; --from-beginning goes on from what is left, a new snapshot brings all"));
    }
    if (failed instanceof InconsistentGroupProtocolException) {
      return "Kafka: group '"
          + settings.group()
          + "' has members of another kind; take another --group, or set"
          + " partition.assignment.strategy in --kafka-config to theirs";
    }
    if (failed instanceof FencedInstanceIdException) {
      return "Kafka: another process has the same group.instance.id; give each its own";
    }
    return "";
  }
}
