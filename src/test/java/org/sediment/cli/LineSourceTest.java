package org.sediment.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sediment.cdc.SourceMessage;
import org.sediment.testing.Seeds;

/** Lines of a file, wherever the reader's buffer ends. */
class LineSourceTest {
  @TempDir private Path dir;

  private List<String> read(String content) throws IOException {
    Path file = Files.writeString(dir.resolve("lines"), content);
    List<String> lines = new ArrayList<>();
    try (LineSource source = LineSource.open(file.toString(), false)) {
      Optional<SourceMessage> next = source.next();
      while (next.isPresent()) {
        lines.add(new String(next.get().value().orElseThrow(), StandardCharsets.UTF_8));
        next = source.next();
      }
      assertThat(source.next()).isEmpty();
    }
    return lines;
  }

  @Test
  void lineEndsAreNotOfTheLineAndTheLastOneMayBeMissing() throws IOException {
    assertThat(read("")).isEmpty();
    assertThat(read("a")).containsExactly("a");
    assertThat(read("a\r\nb\n\n\nc\r")).containsExactly("a", "b", "", "", "c");
    assertThat(read("\n")).containsExactly("");
  }

  @Test
  void linesOfAnyLengthAreReadWhole() throws IOException {
    Random random = Seeds.random("linesOfAnyLengthAreReadWhole");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int length = random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(300);
      lines.add(Character.toString('a' + i % 26).repeat(length));
    }
    lines.add("x".repeat((1 << 16) - 1));
    lines.add("y".repeat(1 << 16));

    assertThat(read(String.join("\n", lines) + "\n")).isEqualTo(lines);
  }
}
