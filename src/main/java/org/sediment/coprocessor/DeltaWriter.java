package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.sediment.coprocessor.Counters.What;

/**
 * The write side of delta families: form, time, and the judgement of what is not in time.
 * Thread-safe; the parts it makes are not.
 *
 * <p>Order of calls for each event: {@link #prepare}; if {@link DeltaPart#needsRow()}, the row's
 * own lock; {@link #judge}; {@link #apply}. A change in time costs no lock and no read.
 */
final class DeltaWriter {
  private final RegionContext region;
  private final List<DeltaFamily> families = new ArrayList<>();
  private final DeltaForm form;
  private final LateJudge judge;

  DeltaWriter(RegionContext region) {
    this.region = region;
    for (DeltaStore store : region.deltaStores()) {
      families.add(new DeltaFamily(store.family(), store));
    }
    this.form = new DeltaForm(region.settings().futureSkewMillis());
    this.judge = new LateJudge(region);
  }

  /**
   * Looks at the cells that the mutations of one event have in delta families: checks their form
   * and registers their times. Holds no lock. Bad input is no exception, but sets the part's
   * refusal.
   *
   * @param replicated whether replication delivers the event: it is then never refused
   */
  DeltaPart prepare(byte[] row, List<Mutation> parts, boolean replicated) {
    DeltaPart part = null;
    long now = region.now();
    for (Mutation mutation : parts) {
      for (Map.Entry<byte[], List<Cell>> cells : mutation.getFamilyCellMap().entrySet()) {
        DeltaFamily family = family(cells.getKey());
        if (family == null || cells.getValue().isEmpty()) {
          continue;
        }
        part = part == null ? new DeltaPart(row, replicated) : part;
        if (!replicated) {
          part.refuse(form.refusal(mutation, family, cells.getValue(), now));
        }
      }
    }
    if (part == null) {
      return DeltaPart.NONE;
    }
    if (part.refusal() == null) {
      for (Mutation mutation : parts) {
        for (Map.Entry<byte[], List<Cell>> cells : mutation.getFamilyCellMap().entrySet()) {
          DeltaFamily family = family(cells.getKey());
          if (family != null) {
            new DeltaPreparation(part, mutation, family, now).of(cells.getValue());
          }
        }
      }
    }
    return part;
  }

  private DeltaFamily family(byte[] name) {
    for (DeltaFamily family : families) {
      if (family.is(name)) {
        return family;
      }
    }
    return null;
  }

  /**
   * Decides what becomes of changes that are not in time. To be called under the row's own lock if
   * the part needs it, before the events that follow it in the batch are judged.
   *
   * @param remembered the row's remembered delete; null if the table remembers none in the sequence
   *     family
   * @param batch of the batch whose events are being judged
   * @throws IOException if the row cannot be read; retry
   */
  void judge(DeltaPart part, RememberedDelete remembered, LateMemory batch) throws IOException {
    if (part.refusal() == null && part.needsRow()) {
      judge.judge(part, remembered, batch);
    }
  }

  /**
   * Makes the changes to the mutations' cells in delta families and counts what happened. Not to be
   * called for a refused part; other families are left alone.
   */
  void apply(DeltaPart part) {
    if (part.isEmpty()) {
      return;
    }
    part.edits().forEach(CellEdits::make);
    count(What.DELTAS_STORED, part.stored());
    count(What.DELTAS_REPLAYED, part.replayed());
    count(What.DELTAS_LATE, part.listed());
    count(What.DELTAS_MASKED, part.masked());
    count(What.NOT_UNDERSTOOD, part.notUnderstood());
  }

  private void count(What what, int number) {
    if (number > 0) {
      region.counters().add(what, number);
    }
  }
}
