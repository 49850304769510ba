/**
 * Tests with real parts around HBase, each in a package of its own: Kafka, PostgreSQL with
 * Debezium, the gateways. They start their servers themselves. First to read: {@link
 * org.sediment.live.LiveTest}.
 */
package org.sediment.live;
