package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sediment.model.Setting;
import org.sediment.model.Setting.Place;
import org.sediment.testing.TestRegion;
import org.sediment.testing.TestRegionBuilder;

/** How the coprocessor comes into a region: settings right and wrong, R44 loaded twice. */
class LoadingTest {
  private static final byte[] U = Bytes.toBytes("u");
  private static final byte[] M = Bytes.toBytes("m");

  private static TestRegionBuilder region() {
    return TestRegion.builder().sequence().upsert("u").delta("x");
  }

  private static Put put(TestRegion region, String sequence, String value) {
    long now = region.clock().currentTime();
    return new Put(Bytes.toBytes("r"), now)
        .addColumn(U, Bytes.toBytes("a"), Bytes.toBytes(value))
        .addColumn(M, Bytes.toBytes("seq"), Bytes.toBytes(sequence));
  }

  @Test
  void r44_loadedByTheServerAndByTheTableItWorksOnce() throws IOException {
    TestRegionBuilder twice =
        region()
            .conf("hbase.coprocessor.region.classes", TestRegionBuilder.SEDIMENT)
            .property("sediment.cache.rows", "7");
    try (TestRegion region = twice.open()) {
      for (int round = 0; round < 2; round++) {
        String base = round + ".";
        region.put(put(region, base + "1", "old"));
        Delete delete = new Delete(Bytes.toBytes("r"), region.clock().currentTime());
        delete.setAttribute("sediment.seq", Bytes.toBytes(base + "2"));
        region.delete(delete);
        assertThat(region.get("r").isEmpty()).isTrue();
        region.put(put(region, base + "3", "new"));
        assertThat(region.value("r", "u", "a")).isEqualTo("new");
        List<String> remembered =
            region.raw("m").stream()
                .map(LoadingTest::qualifier)
                .filter(name -> name.startsWith("del:" + base))
                .toList();
        assertThat(remembered).hasSize(1);
        region.reopen();
      }
    }
  }

  @Test
  void r44_loadedTwiceThePropertiesOfTheTableCount() throws IOException {
    TestRegionBuilder twice =
        region()
            .conf("hbase.coprocessor.region.classes", TestRegionBuilder.SEDIMENT)
            .property("sediment.expired", "perhaps");
    try (TestRegion region = twice.open()) {
      assertThatThrownBy(() -> region.put(put(region, "1", "x")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.expired = 'perhaps'");
    }
  }

  /** A new version of the jar: regions reopen one by one, beside those that have the old one. */
  @Test
  void anotherJarOfTheSameClassWorksBesideTheFirst(@TempDir Path directory) throws IOException {
    Path jar = jar(directory.resolve("sediment-next.jar"));
    try (TestRegion region = region().open()) {
      RegionCoprocessorHost old = region.region().getCoprocessorHost();
      Object shared = old.findCoprocessorEnvironment(TestRegionBuilder.SEDIMENT);
      Class<?> oldClass = old.findCoprocessor(TestRegionBuilder.SEDIMENT).getClass();
      region.put(put(region, "2", "new"));
      region.alter(
          table ->
              table
                  .removeCoprocessor(TestRegionBuilder.SEDIMENT)
                  .setValue(
                      "coprocessor$9", jar.toUri() + "|" + TestRegionBuilder.SEDIMENT + "|1000|"));
      assertThat(region.region().getCoprocessorHost().findCoprocessor(TestRegionBuilder.SEDIMENT))
          .isNotNull()
          .isNotInstanceOf(oldClass);
      region.put(put(region, "1", "stale"));
      assertThat(region.value("r", "u", "a")).isEqualTo("new");
      region.put(put(region, "3", "newest"));
      assertThat(region.value("r", "u", "a")).isEqualTo("newest");
      assertThat(shared).as("keeps what regions share, as another open region would").isNotNull();
    }
  }

  private static Path jar(Path jar) throws IOException {
    URL location = SedimentCoprocessor.class.getProtectionDomain().getCodeSource().getLocation();
    Path classes = new File(location.getFile()).toPath();
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  @ParameterizedTest
  @EnumSource(Setting.class)
  void aWrongSettingOpensTheRegionReadsAndRefusesWrites(Setting setting) throws IOException {
    for (String value : new String[] {"nonsense", "999999999999d", "${a}"}) {
      TestRegionBuilder wrong =
          setting.place() == Place.TABLE
              ? region().property(setting.key(), value)
              : region().familyValue("x", setting.key(), value);
      try (TestRegion region = wrong.open()) {
        assertThat(region.get("r").isEmpty()).isTrue();
        assertThatThrownBy(() -> region.put(put(region, "1", "x")))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining(setting.key() + " = '" + value + "'");
        region.flush();
        region.majorCompact();
      }
    }
  }

  @Test
  void theLargestValuesOpenTheRegionAndTakeWrites() throws IOException {
    TestRegionBuilder large =
        region()
            .property("sediment.cache.rows", "999999999999999999")
            .property("sediment.future.skew", "36500d")
            .property("sediment.tombstone.retention", "36500d")
            .familyValue("x", "sediment.lag", "36499d")
            .familyValue("x", "sediment.fold.pending", "999999999999999999")
            .familyValue("x", "sediment.fold.every", "36500d");
    try (TestRegion region = large.open()) {
      region.put(put(region, "1", "x"));
      region.put(
          new Put(Bytes.toBytes("r"), region.clock().currentTime())
              .addColumn(Bytes.toBytes("x"), Bytes.toBytes("c:1"), Bytes.toBytes(1L)));
      region.flush();
      region.majorCompact();
      assertThat(region.value("r", "u", "a")).isEqualTo("x");
    }
  }

  @Test
  void mendingTheTableLetsWritesIn() throws IOException {
    try (TestRegion region = region().familyValue("x", "sediment.lag", "soon").open()) {
      assertThatThrownBy(() -> region.put(put(region, "1", "x")))
          .hasMessageContaining("sediment.lag = 'soon'");
      region.alter(
          table ->
              table.modifyColumnFamily(
                  Descriptors.delta("x").setValue("sediment.lag", "1h").build()));
      region.put(put(region, "1", "x"));
      assertThat(region.value("r", "u", "a")).isEqualTo("x");
    }
  }

  private static String qualifier(Cell cell) {
    return Bytes.toString(CellUtil.cloneQualifier(cell));
  }
}
