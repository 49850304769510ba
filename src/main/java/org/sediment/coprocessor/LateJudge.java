package org.sediment.coprocessor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sediment.model.DeltaColumn;
import org.sediment.model.Late;

/**
 * Judges the changes of one event that are not in time, family by family, under the row's own lock:
 * each is stored as it came, dropped, listed as a late entry, or makes the event refused.
 *
 * <p>The holds were taken before; so a base that is not seen by the reads here, and no run of which
 * the store knows, cannot come to count what is stored now. Thread-safe.
 */
final class LateJudge {
  private final RegionContext region;
  private final DeltaReads reads;

  LateJudge(RegionContext region) {
    this.region = region;
    this.reads = new DeltaReads(region);
  }

  void judge(DeltaPart part, RememberedDelete remembered, LateMemory batch) throws IOException {
    Map<DeltaFamily, List<LateChange>> byFamily = new LinkedHashMap<>();
    for (LateChange change : part.late()) {
      byFamily.computeIfAbsent(change.family(), absent -> new ArrayList<>()).add(change);
    }
    Map<DeltaFamily, LateView> views = new LinkedHashMap<>();
    for (Map.Entry<DeltaFamily, List<LateChange>> each : byFamily.entrySet()) {
      DeltaFamily family = each.getKey();
      LateView earlier = batch.get(part.row(), family);
      LateView view = judge(part, family, each.getValue(), remembered, earlier);
      if (view != null) {
        views.put(family, view);
      }
    }
    if (part.refusal() == null) {
      views.forEach((family, view) -> batch.keep(part.row(), family, view));
    }
  }

  /** Returns what is known of the deltas' columns now; null if there are row deletes only. */
  private LateView judge(
      DeltaPart part,
      DeltaFamily family,
      List<LateChange> changes,
      RememberedDelete remembered,
      LateView earlier)
      throws IOException {
    List<LateChange> ofCounters = new ArrayList<>();
    for (LateChange change : changes) {
      if (change.kind() == Late.Kind.ROW_DELETE) {
        rowDelete(part, change, remembered == null);
      } else {
        ofCounters.add(change);
      }
    }
    if (ofCounters.isEmpty()) {
      return null;
    }
    // the runs are looked at before the scanner is opened: a run that ends in between has
    // swapped its base in, and the scanner sees it
    boolean[] byRun = new boolean[ofCounters.size()];
    for (int i = 0; i < byRun.length; i++) {
      byRun[i] = family.store().lateByRun(part.row(), ofCounters.get(i).time());
    }
    LateView view = reads.view(part.row(), family, ofCounters);
    if (earlier != null) {
      view.writeAllOf(earlier);
    }
    view.deleteRow(part.rowDelete(family));
    LateEntries entries = new LateEntries(part, view, remembered, region.now());
    for (int i = 0; i < byRun.length; i++) {
      LateChange change = ofCounters.get(i);
      if (change.kind() == Late.Kind.DELTA) {
        entries.delta(change, byRun[i]);
      } else {
        entries.retraction(change, byRun[i]);
      }
    }
    return view;
  }

  private void rowDelete(DeltaPart part, LateChange change, boolean mark) throws IOException {
    DeltaFamily family = change.family();
    byte[] row = part.row();
    long time = change.time();
    long now = region.now();
    boolean byRun = family.store().lateByRun(row, time);
    RowCounters counters = reads.counters(row, family);
    for (byte[] counter : counters.names()) {
      // one above, where the marker of the row delete itself does not hide it
      long entryTime = time + 1;
      if (!byRun && !counters.merged(counter, time)) {
        continue;
      }
      if (counters.isListed(counter, entryTime)) {
        part.countReplayed();
      } else if (family.rejectLate() && !part.replicated()) {
        part.refuse(change.refusal(row));
        return;
      } else {
        byte[] qualifier = DeltaColumn.lateRowDelete(counter);
        Late late = Late.arrived(Late.Kind.ROW_DELETE, change.value(), now);
        change.edits().add(DeltaCells.entry(row, family.name(), qualifier, entryTime, late));
        part.countListed();
      }
    }
    if (mark) {
      byte[] qualifier = DeltaColumn.rowDeleteMark(time);
      change.edits().add(DeltaCells.versionMarker(row, family.name(), qualifier, now));
    }
  }
}
