/**
 * The command line, {@code scripts/sediment}: one class a command, exit codes with a meaning.
 *
 * <p>Imports {@code client}, {@code cdc}, {@code rowkey} and {@code model}, HBase's client API and
 * picocli. Start at {@link org.sediment.cli.Main}.
 */
package org.sediment.cli;
