/**
 * From a PostgreSQL table to an HBase table and back again by an oracle: a random workload,
 * captured by Debezium, carried by Kafka, applied by a process that is killed again and again.
 *
 * <p>Read {@link org.sediment.live.postgres.PostgresMirrorTest} first.
 */
package org.sediment.live.postgres;
