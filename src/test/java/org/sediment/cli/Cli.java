package org.sediment.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * One run of the command line, and what came of it.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
public record Cli(int code, String out, String err) {
  public static Cli run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = new Main().commandLine(new PrintWriter(out), new PrintWriter(err)).execute(args);
    return new Cli(code, out.toString(), err.toString());
  }
}
