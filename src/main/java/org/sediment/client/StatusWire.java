package org.sediment.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.sediment.model.FamilyName;
import org.sediment.model.Printable;
import org.sediment.protocol.SedimentProtos.Count;
import org.sediment.protocol.SedimentProtos.FamilyStatus;
import org.sediment.protocol.SedimentProtos.GetStatusResponse;

/** The status message as a value. Stateless. */
final class StatusWire {
  private StatusWire() {}

  static RegionStatus status(GetStatusResponse message) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Count count : message.getCountList()) {
      counts.put(count.getName(), count.getValue());
    }
    return new RegionStatus(
        Printable.of(message.getRegion().toByteArray()),
        new RowRange(
            message.getRange().getStart().toByteArray(),
            message.getRange().getStop().toByteArray()),
        message.getVersion(),
        message.getSettingList().stream()
            .map(
                setting ->
                    new RegionStatus.SettingValue(
                        setting.getName(), setting.getValue(), setting.getIsDefault()))
            .toList(),
        message.getProblemList().stream().toList(),
        message.getFamilyList().stream().map(StatusWire::family).toList(),
        Collections.unmodifiableMap(counts));
  }

  private static RegionStatus.Family family(FamilyStatus family) {
    return new RegionStatus.Family(
        FamilyName.text(family.getFamily().toByteArray()),
        family.getKind(),
        number(family.hasPending(), family.getPending()),
        number(family.hasFoldWatermark(), family.getFoldWatermark()),
        number(family.hasOldestInMemory(), family.getOldestInMemory()),
        family.getRunningFolds());
  }

  private static OptionalLong number(boolean known, long value) {
    return known ? OptionalLong.of(value) : OptionalLong.empty();
  }
}
