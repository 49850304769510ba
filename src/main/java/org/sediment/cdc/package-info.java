/**
 * Change events of other systems: Debezium messages and our own JSON lines become {@link
 * org.sediment.model.ChangeEvent}s, by a mapping file.
 *
 * <p>Imports {@code model} and, as libraries, Jackson; knows no HBase. Start at {@link
 * org.sediment.cdc.MessageReader}, then {@link org.sediment.cdc.DebeziumReader} and {@link
 * org.sediment.cdc.EventLineReader}.
 *
 * <p>Nothing is dropped in silence: every message is answered by a {@link
 * org.sediment.cdc.Reading}, which is events, a known kind that says nothing about rows, or a
 * rejection with what, where and the remedy.
 */
package org.sediment.cdc;
