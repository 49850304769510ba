package org.sediment.client;

import com.google.protobuf.ByteString;
import org.sediment.model.ChangeEvent;
import org.sediment.model.DeltaChange;
import org.sediment.protocol.SedimentProtos;
import org.sediment.protocol.SedimentProtos.ColumnChange;

/** Change events and their outcomes as messages of the RPC. Stateless. */
final class EventWire {
  private EventWire() {}

  static SedimentProtos.ChangeEvent event(ChangeEvent event) {
    SedimentProtos.ChangeEvent.Builder out =
        SedimentProtos.ChangeEvent.newBuilder().setRow(bytes(event.row()));
    event
        .sequence()
        .ifPresent(place -> out.setSequence(ByteString.copyFromUtf8(place.canonical())));
    event.commitTime().ifPresent(out::setTime);
    if (event.rowDeleted()) {
      out.setRowDelete(true);
    }
    if (event.image() != ChangeEvent.Image.TABLE) {
      out.setImage(event.image() == ChangeEvent.Image.FULL);
    }
    event
        .columns()
        .forEach(
            (name, value) ->
                out.addColumn(
                    ColumnChange.newBuilder()
                        .setFamily(bytes(name.family()))
                        .setQualifier(bytes(name.qualifier()))
                        .setValue(bytes(value))));
    event
        .nulls()
        .forEach(
            name ->
                out.addColumn(
                    ColumnChange.newBuilder()
                        .setFamily(bytes(name.family()))
                        .setQualifier(bytes(name.qualifier()))));
    event.deltas().forEach(delta -> out.addDelta(delta(delta)));
    return out.build();
  }

  private static SedimentProtos.DeltaChange delta(DeltaChange delta) {
    SedimentProtos.DeltaChange.Builder out =
        SedimentProtos.DeltaChange.newBuilder()
            .setFamily(bytes(delta.family()))
            .setCounter(bytes(delta.counter()))
            .setEventId(bytes(delta.eventId()))
            .setTime(delta.time());
    delta.value().ifPresent(value -> out.setValue(bytes(value)));
    return out.build();
  }

  /**
   * The outcome of an event that was judged.
   *
   * @throws IllegalArgumentException if it was not: its row is elsewhere, or it was put off
   */
  static EventOutcome outcome(SedimentProtos.EventOutcome message) {
    return new EventOutcome(
        EventOutcome.Kind.valueOf(message.getOutcome().name()),
        message.getMessage(),
        message.getDeltasStored(),
        message.getDeltasReplayed(),
        message.getDeltasLate(),
        message.getDeltasMasked());
  }

  private static ByteString bytes(byte[] bytes) {
    return ByteString.copyFrom(bytes);
  }
}
