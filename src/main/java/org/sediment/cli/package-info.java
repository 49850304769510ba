/**
 * The command line: one class a command, exit codes with a meaning.
 *
 * <p>Imports {@code client} and {@code model}.
 */
package org.sediment.cli;
