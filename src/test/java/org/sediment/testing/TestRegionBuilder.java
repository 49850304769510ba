package org.sediment.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.sediment.model.FamilyName;

/** What a {@link TestRegion} is made of: families, settings, coprocessors, clock. */
public final class TestRegionBuilder {
  /** The coprocessor under test. */
  public static final String SEDIMENT = "org.sediment.coprocessor.SedimentCoprocessor";

  private final Map<String, ColumnFamilyDescriptorBuilder> families = new LinkedHashMap<>();
  private final Map<String, String> properties = new LinkedHashMap<>();
  private final Map<String, Integer> others = new LinkedHashMap<>();
  private final Map<String, String> conf = new LinkedHashMap<>();
  private String table = "t";
  private boolean sediment = true;
  private boolean manualClock = true;
  private long start = TestClock.START;

  TestRegionBuilder() {}

  /** Name of the table; {@code t} unless set. */
  public TestRegionBuilder table(String name) {
    table = name;
    return this;
  }

  /** A family of a kind, with the schema that kind requires. */
  public TestRegionBuilder family(String name, String kind) {
    families.put(name, Families.of(name, kind));
    return this;
  }

  /** A family as the test wants it, right or wrong. */
  public TestRegionBuilder family(ColumnFamilyDescriptorBuilder family) {
    families.put(FamilyName.text(family.build().getName()), family);
    return this;
  }

  /** The sequence family {@code m}. */
  public TestRegionBuilder sequence() {
    return family("m", "sequence");
  }

  /** An upsert family. */
  public TestRegionBuilder upsert(String name) {
    return family(name, "upsert");
  }

  /** A delta family. */
  public TestRegionBuilder delta(String name) {
    return family(name, "delta");
  }

  /** A value of a family that is there already. */
  public TestRegionBuilder familyValue(String name, String key, String value) {
    families.get(name).setValue(key, value);
    return this;
  }

  /** A property of the coprocessor: a table-wide setting. */
  public TestRegionBuilder property(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /** Another coprocessor; a lower priority runs first, Sediment has 536870911 (user). */
  public TestRegionBuilder coprocessor(Class<?> type, int priority) {
    others.put(type.getName(), priority);
    return this;
  }

  /** A setting of HBase. */
  public TestRegionBuilder conf(String key, String value) {
    conf.put(key, value);
    return this;
  }

  /** No Sediment on this table: HBase as it is. */
  public TestRegionBuilder withoutSediment() {
    sediment = false;
    return this;
  }

  /** Where the manual clock starts. */
  public TestRegionBuilder startAt(long millis) {
    start = millis;
    return this;
  }

  /** The real clock instead of the manual one. */
  public TestRegionBuilder realClock() {
    manualClock = false;
    return this;
  }

  /** The descriptor this builder stands for. */
  public TableDescriptor descriptor() throws IOException {
    TableDescriptorBuilder descriptor = TableDescriptorBuilder.newBuilder(TableName.valueOf(table));
    families.values().forEach(family -> descriptor.setColumnFamily(family.build()));
    if (sediment) {
      descriptor.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(SEDIMENT).setProperties(properties).build());
    }
    for (Map.Entry<String, Integer> other : others.entrySet()) {
      descriptor.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(other.getKey())
              .setPriority(other.getValue())
              .build());
    }
    return descriptor.build();
  }

  /** Opens the region. */
  public TestRegion open() throws IOException {
    TableDescriptor plain = descriptor();
    TableDescriptor withChooser =
        TableDescriptorBuilder.newBuilder(plain)
            .setCoprocessor(CompactionChooser.class.getName())
            .build();
    List<String> settings = new ArrayList<>();
    conf.forEach((key, value) -> settings.add(key + "=" + value));
    TestClock clock = manualClock ? TestClock.install(start) : null;
    return new TestRegion(withChooser, RegionGround.lay(settings), clock);
  }
}
