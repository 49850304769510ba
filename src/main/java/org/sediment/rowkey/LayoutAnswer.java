package org.sediment.rowkey;

/**
 * A query, and what a layout makes of it.
 *
 * @param query what is asked for
 * @param answered whether keys alone answer it, reading nothing else
 * @param how what it costs; or, if it is lost, what answers it instead
 */
public record LayoutAnswer(String query, boolean answered, String how) {}
