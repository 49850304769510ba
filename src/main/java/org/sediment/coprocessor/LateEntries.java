package org.sediment.coprocessor;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;

/**
 * Judges deltas and retractions of one row and family that are not in time, against what a read
 * found. Of one event, used by one thread.
 */
final class LateEntries {
  private final DeltaPart part;
  private final LateView view;
  private final RememberedDelete remembered;
  private final long now;

  /**
   * @param remembered the row's remembered delete; null if the sequence family remembers none
   * @param now server's clock in milliseconds
   */
  LateEntries(DeltaPart part, LateView view, RememberedDelete remembered, long now) {
    this.part = part;
    this.view = view;
    this.remembered = remembered;
    this.now = now;
  }

  /**
   * Judges a delta: deleted before it came, a replay, known as late, late, or to be stored.
   *
   * @param byRun whether it is late for a fold that runs or is not over
   */
  void delta(LateChange delta, boolean byRun) throws IOException {
    byte[] column = DeltaColumn.delta(delta.counter(), delta.eventId());
    byte[] entryColumn = DeltaColumn.lateDelta(delta.counter(), delta.eventId());
    long time = delta.time();
    if (isRetracted(delta, column) || isRowDeleted(time)) {
      delta.edits().drop(delta.index());
      part.countMasked();
      return;
    }
    byte[] entry = view.visible(entryColumn, time);
    if (Arrays.equals(view.visible(column, time), delta.value())
        || (entry != null && !isOpenWithAnotherValue(entry, delta.value()))) {
      delta.edits().drop(delta.index());
      part.countReplayed();
    } else if (entry != null) {
      list(delta, entryColumn, Late.arrived(Late.Kind.DELTA, delta.value(), now));
    } else if (byRun || time <= view.through(delta.counter())) {
      late(delta, entryColumn);
    } else {
      view.write(column, time, delta.value());
      part.countStored();
    }
  }

  /**
   * A delta that is late and not known: listed. If its retraction is listed already, it is never to
   * be counted; but the retraction stays open, since this delta may be a replay of one that the
   * base holds.
   */
  private void late(LateChange delta, byte[] entryColumn) {
    byte[] retractionColumn = DeltaColumn.lateRetraction(delta.counter(), delta.eventId());
    Late late = Late.arrived(Late.Kind.DELTA, delta.value(), now);
    if (open(view.visible(retractionColumn, delta.time())).isPresent()) {
      list(delta, entryColumn, late.discarded(now));
    } else if (delta.family().rejectLate() && !part.replicated()) {
      part.refuse(delta.refusal(part.row()));
    } else {
      list(delta, entryColumn, late);
    }
  }

  /**
   * Judges a retraction: known, of a listed delta, late, or to be stored and remembered.
   *
   * @param byRun whether it is late for a fold that runs or is not over
   */
  void retraction(LateChange retraction, boolean byRun) throws IOException {
    long time = retraction.time();
    byte[] entryColumn = DeltaColumn.lateRetraction(retraction.counter(), retraction.eventId());
    byte[] deltaColumn = DeltaColumn.lateDelta(retraction.counter(), retraction.eventId());
    byte[] delta = view.visible(deltaColumn, time);
    Late.State known = delta == null ? null : state(delta);
    boolean covered = byRun || view.baseCovers(retraction.counter(), time);
    if (view.visible(entryColumn, time) != null || isDiscardedForGood(delta)) {
      retraction.edits().drop(retraction.index());
      part.countReplayed();
    } else if (known == Late.State.OPEN) {
      discard(retraction, deltaColumn, open(delta).orElseThrow(), covered ? entryColumn : null);
    } else if (!isRowDeleted(time) && (known == Late.State.ACCEPTED || covered)) {
      if (retraction.family().rejectLate() && !part.replicated()) {
        part.refuse(retraction.refusal(part.row()));
      } else {
        list(retraction, entryColumn, Late.arrived(Late.Kind.RETRACTION, retraction.value(), now));
      }
    } else {
      store(retraction);
    }
  }

  /**
   * Discards the listed delta of a retraction. Was it late on arrival, it may be a replay of one
   * that the base holds: then the retraction is listed, too. An entry too many is noise, one too
   * few a wrong total that nobody sees.
   *
   * @param retractionColumn of the retraction's own entry; null if no base can hold the delta
   */
  private void discard(
      LateChange retraction, byte[] deltaColumn, Late delta, byte[] retractionColumn) {
    if (delta.sequenceId() == 0 && retractionColumn != null) {
      Late late = Late.arrived(Late.Kind.RETRACTION, retraction.value(), now);
      add(retraction, retractionColumn, late);
    }
    list(retraction, deltaColumn, delta.discarded(now));
  }

  /** Stores a retraction as it came and remembers its arrival, since its own time is long past. */
  private void store(LateChange retraction) {
    byte[] column = DeltaColumn.delta(retraction.counter(), retraction.eventId());
    byte[] mark = mark(retraction);
    if (view.isDeleted(column, retraction.time()) && view.isMarked(mark)) {
      retraction.edits().drop(retraction.index());
      part.countReplayed();
      return;
    }
    byte[] family = retraction.family().name();
    retraction.edits().add(DeltaCells.versionMarker(part.row(), family, mark, now));
    view.write(column, retraction.time(), null);
    view.write(mark, now, null);
  }

  private boolean isRetracted(LateChange delta, byte[] column) {
    return view.isDeleted(column, delta.time()) || view.isMarked(mark(delta));
  }

  private static byte[] mark(LateChange change) {
    return DeltaColumn.retractionMark(change.counter(), change.eventId(), change.time());
  }

  private boolean isRowDeleted(long time) throws IOException {
    return time <= view.rowDeletedThrough()
        // stored one below its commit time: deltas of the deleting millisecond come after it
        || (remembered != null && time <= remembered.commit() - 1);
  }

  private static boolean isOpenWithAnotherValue(byte[] entry, byte[] value) {
    Optional<Late> open = open(entry);
    return open.isPresent() && !Arrays.equals(open.get().value(), value);
  }

  /**
   * Whether an entry is a discarded delta of which a fold saw that no base holds it. One that was
   * late on arrival and is discarded may have been a replay: its retraction still matters.
   */
  private static boolean isDiscardedForGood(byte[] entry) {
    return entry != null
        && StoredFormats.decodeLate(entry)
            .filter(late -> late.state() == Late.State.DISCARDED && late.sequenceId() != 0)
            .isPresent();
  }

  private static Optional<Late> open(byte[] entry) {
    return entry == null
        ? Optional.empty()
        : StoredFormats.decodeLate(entry).filter(late -> late.state() == Late.State.OPEN);
  }

  /** State of an entry; one that is not understood counts as accepted: it stays as it is. */
  private static Late.State state(byte[] entry) {
    return StoredFormats.decodeLate(entry).map(Late::state).orElse(Late.State.ACCEPTED);
  }

  /** An entry takes the place of the change's cell, at the change's own time. */
  private void list(LateChange change, byte[] entryColumn, Late late) {
    byte[] family = change.family().name();
    change
        .edits()
        .replace(
            change.index(), DeltaCells.entry(part.row(), family, entryColumn, change.time(), late));
    view.write(entryColumn, change.time(), StoredFormats.encode(late));
    part.countListed();
  }

  private void add(LateChange change, byte[] entryColumn, Late late) {
    byte[] family = change.family().name();
    change.edits().add(DeltaCells.entry(part.row(), family, entryColumn, change.time(), late));
    view.write(entryColumn, change.time(), StoredFormats.encode(late));
  }
}
