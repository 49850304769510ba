package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;
import org.sediment.protocol.SedimentProtos;
import org.sediment.protocol.SedimentProtos.Count;
import org.sediment.protocol.SedimentProtos.FamilyStatus;
import org.sediment.protocol.SedimentProtos.GetStatusResponse;
import org.sediment.protocol.SedimentProtos.KeyRange;

/** What a region says of itself: settings, problems, delta families, counts. Stateless. */
final class StatusAnswer {
  private StatusAnswer() {}

  static GetStatusResponse of(RegionContext context) {
    RegionInfo region = context.region().getRegionInfo();
    GetStatusResponse.Builder out =
        GetStatusResponse.newBuilder()
            .setRegion(ByteString.copyFrom(region.getRegionName()))
            .setRange(
                KeyRange.newBuilder()
                    .setStart(ByteString.copyFrom(region.getStartKey()))
                    .setStop(ByteString.copyFrom(region.getEndKey())))
            .addAllProblem(context.settings().problems())
            .setVersion(version());
    for (SettingInForce setting :
        SettingInForce.of(
            context.region().getTableDescriptor(),
            context.env().getConfiguration(),
            context.settings())) {
      out.addSetting(
          SedimentProtos.SettingInForce.newBuilder()
              .setName(setting.name())
              .setValue(setting.value())
              .setIsDefault(setting.isDefault()));
    }
    for (ColumnFamilyDescriptor family :
        context.region().getTableDescriptor().getColumnFamilies()) {
      addFamily(out, context, family);
    }
    for (Counters.What what : Counters.What.values()) {
      out.addCount(
          Count.newBuilder().setName(what.metric()).setValue(context.counters().get(what)));
    }
    return out.build();
  }

  private static void addFamily(
      GetStatusResponse.Builder out, RegionContext context, ColumnFamilyDescriptor descriptor) {
    String name = FamilyName.text(descriptor.getName());
    FamilyKind kind = context.settings().kind(name);
    FamilyStatus.Builder status =
        FamilyStatus.newBuilder()
            .setFamily(ByteString.copyFrom(descriptor.getName()))
            .setKind(kind.text());
    DeltaStore deltas = context.deltaStore(name);
    if (deltas != null) {
      status.setPending(deltas.pending()).setRunningFolds(deltas.runningFolds());
      deltas.highestLimit().ifPresent(status::setFoldWatermark);
      deltas.oldestInMemory().ifPresent(status::setOldestInMemory);
    }
    out.addFamily(status);
  }

  private static String version() {
    String version = StatusAnswer.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
