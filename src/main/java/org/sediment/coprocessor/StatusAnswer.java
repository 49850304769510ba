package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.model.FamilyKind;
import org.sediment.model.Setting;
import org.sediment.protocol.SedimentProtos.Count;
import org.sediment.protocol.SedimentProtos.FamilyStatus;
import org.sediment.protocol.SedimentProtos.GetStatusResponse;
import org.sediment.protocol.SedimentProtos.KeyRange;
import org.sediment.protocol.SedimentProtos.SettingInForce;

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
    addTableSettings(out, context.env().getConfiguration());
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

  private static void addTableSettings(GetStatusResponse.Builder out, Configuration conf) {
    for (Setting setting : Setting.values()) {
      if (setting.place() == Setting.Place.TABLE) {
        addSetting(out, setting.key(), conf.get(setting.key()), setting);
      }
    }
  }

  private static void addFamily(
      GetStatusResponse.Builder out, RegionContext context, ColumnFamilyDescriptor descriptor) {
    String name = descriptor.getNameAsString();
    FamilyKind kind = context.settings().kind(name);
    for (Setting setting : Setting.values()) {
      boolean applies = setting == Setting.KIND || kind == FamilyKind.DELTA;
      if (setting.place() == Setting.Place.FAMILY && applies) {
        byte[] value = descriptor.getValue(Bytes.toBytes(setting.key()));
        String text =
            value != null ? Bytes.toString(value) : descriptor.getConfigurationValue(setting.key());
        addSetting(out, name + ":" + setting.key(), text, setting);
      }
    }
    FamilyStatus.Builder status =
        FamilyStatus.newBuilder().setFamily(ByteString.copyFromUtf8(name)).setKind(kind.text());
    DeltaStore deltas = context.deltaStore(name);
    if (deltas != null) {
      status.setPending(deltas.pending()).setRunningFolds(deltas.runningFolds());
      deltas.highestLimit().ifPresent(status::setFoldWatermark);
      deltas.oldestInMemory().ifPresent(status::setOldestInMemory);
    }
    out.addFamily(status);
  }

  private static void addSetting(
      GetStatusResponse.Builder out, String name, String text, Setting setting) {
    out.addSetting(
        SettingInForce.newBuilder()
            .setName(name)
            .setValue(text == null ? setting.defaultText() : text.trim())
            .setIsDefault(text == null));
  }

  private static String version() {
    String version = StatusAnswer.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
