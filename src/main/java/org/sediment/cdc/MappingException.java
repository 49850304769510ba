package org.sediment.cdc;

import java.util.List;

/** A mapping file that cannot be used; the message has all its problems, one a line. */
public final class MappingException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  /**
   * One problem.
   *
   * @param line in the file, from 1
   * @param column in the line, from 1
   * @param what what is wrong, with the value
   * @param remedy what to write instead
   */
  public record Problem(int line, int column, String what, String remedy) {
    @Override
    public String toString() {
      return "line " + line + ", column " + column + ": " + what + "; " + remedy;
    }
  }

  MappingException(String file, List<Problem> problems) {
    super(
        file
            + " cannot be used:"
            + problems.stream()
                .map(problem -> "\n  " + problem)
                .reduce("", (text, line) -> text + line));
    this.problems = List.copyOf(problems);
  }

  /** All problems, in the order of the file. */
  public List<Problem> problems() {
    return problems;
  }
}
