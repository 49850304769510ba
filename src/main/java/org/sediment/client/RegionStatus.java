package org.sediment.client;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a region says of itself. Immutable.
 *
 * @param region its name
 * @param rows its rows
 * @param version version of the coprocessor
 * @param settings settings in force
 * @param problems wrong settings; while there is one, every write is refused
 * @param families its families
 * @param counts what happened since the region was opened there
 */
public record RegionStatus(
    String region,
    RowRange rows,
    String version,
    List<SettingValue> settings,
    List<String> problems,
    List<Family> families,
    Map<String, Long> counts) {
  /**
   * A setting in force.
   *
   * @param name its key, with {@code family:} before it for a family's
   * @param value its value
   * @param isDefault whether the table leaves it unset
   */
  public record SettingValue(String name, String value, boolean isDefault) {}

  /**
   * State of a family.
   *
   * @param name the family
   * @param kind its kind
   * @param pending deltas written since the last fold of all files, an estimate; empty if unknown
   * @param foldWatermark highest time that a fold reached since the region was opened there, in
   *     milliseconds; empty if there was none
   * @param oldestInMemory lower bound of the times that are in memory only, in milliseconds; empty
   *     if there are none
   * @param runningFolds folds at work
   */
  public record Family(
      String name,
      String kind,
      OptionalLong pending,
      OptionalLong foldWatermark,
      OptionalLong oldestInMemory,
      int runningFolds) {}
}
