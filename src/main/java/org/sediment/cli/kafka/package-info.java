/**
 * Change events from Kafka: a consumer group whose offsets are committed only after every event
 * below them has its outcome.
 *
 * <p>Imports the Kafka client and nothing of Sediment: what becomes of a record is its caller's, as
 * a future. Start at {@link org.sediment.cli.kafka.KafkaFeed}.
 */
package org.sediment.cli.kafka;
