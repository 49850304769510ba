/**
 * {@code sediment apply} from a real Kafka broker, killed, joined and rewound at random. First to
 * read: {@link org.sediment.live.kafka.KafkaBroker}.
 */
package org.sediment.live.kafka;
