package org.sediment.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/**
 * R44: what the servers' jar holds. A class of Hadoop or protobuf in it would clash with the
 * server's own, in the coprocessor's class loader.
 */
class CoprocessorJarTest {
  private static final String OURS = "org/sediment/(model|fold|guard|protocol|coprocessor)/.*";

  @Test
  void theServersJarHoldsFivePackagesOfOursAndNothingElse() throws IOException {
    List<String> files = files(jar());
    assertThat(files)
        .filteredOn(name -> !name.startsWith("META-INF/"))
        .allMatch(name -> name.matches(OURS));
    assertThat(files)
        .contains(
            "org/sediment/coprocessor/SedimentCoprocessor.class",
            "org/sediment/protocol/SedimentProtos.class",
            "org/sediment/model/Sequence.class");
    assertThat(files)
        .noneMatch(name -> name.endsWith(".jar") || name.startsWith("META-INF/services"));
  }

  private static Path jar() throws IOException {
    try (Stream<Path> built = Files.list(Path.of("target"))) {
      return built
          .filter(path -> path.getFileName().toString().matches("sediment-.*-coprocessor\\.jar"))
          .findFirst()
          .orElseThrow(
              () -> new AssertionError("no servers' jar in target: run mvn process-classes"));
    }
  }

  private static List<String> files(Path jar) throws IOException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.stream().filter(e -> !e.isDirectory()).map(ZipEntry::getName).toList();
    }
  }
}
