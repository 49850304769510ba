package org.sediment.coprocessor;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;
import org.sediment.guard.RowState;
import org.sediment.model.FamilyKind;
import org.sediment.model.Printable;
import org.sediment.model.Sequence;

/**
 * Reads one mutation of a client: what it brings to its event, and whether its form is right. Looks
 * at the guard's families only; the form of deltas is {@link DeltaWriter}'s. Immutable.
 */
final class PartReader {
  /** Attribute that bears the sequence, as the cell m:seq does. */
  static final String SEQUENCE_ATTRIBUTE = "sediment.seq";

  /** Attribute that says whether a Put is the whole row. */
  static final String IMAGE_ATTRIBUTE = "sediment.image";

  private static final String VISIBILITY_ATTRIBUTE = "VISIBILITY";

  private final Families families;
  private final boolean guarded;
  private final byte[] sequenceQualifier;
  private final PutForm puts;

  PartReader(Families families, TableSettings settings, PutForm puts) {
    this.families = families;
    this.puts = puts;
    this.guarded = settings.guarded();
    this.sequenceQualifier = Bytes.toBytes(settings.sequenceQualifier());
  }

  /** Reads a mutation. Never throws for bad input: the part says why it is refused. */
  Part read(int index, Mutation mutation, boolean replicated) {
    Part part = new Part(index, mutation, replicated);
    part.rowDelete = !replicated && Marks.isRowDelete(mutation);
    for (Map.Entry<byte[], List<Cell>> entry : mutation.getFamilyCellMap().entrySet()) {
      int family = families.indexOf(entry.getKey());
      FamilyKind kind = family < 0 ? FamilyKind.PLAIN : families.kind(family);
      switch (kind) {
        case SEQUENCE -> {
          part.bookkeeping = true;
          if (guarded && !part.rowDelete && !replicated) {
            readSequence(part, entry.getValue());
          }
        }
        case CHANGES -> {
          part.bookkeeping = true;
          readChanges(part, entry.getValue());
        }
        case DELTA -> part.deltas = true;
        case UPSERT, VERSIONED -> {
          if (guarded) {
            part.guarded = true;
            if (!replicated) {
              readGuarded(part, entry.getValue(), family);
            }
          }
        }
        case PLAIN -> {}
      }
    }
    if (guarded && !replicated) {
      readAttributes(part);
    }
    return part;
  }

  private void readChanges(Part part, List<Cell> cells) {
    if (!part.replicated() && !part.rowDelete && !cells.isEmpty()) {
      part.refuse(
          Refusals.of(cells.get(0), "this family is written by the coprocessor only; leave it"));
    }
  }

  private void readSequence(Part part, List<Cell> cells) {
    for (Cell cell : cells) {
      if (cell.getType() != Cell.Type.Put || !CellUtil.matchingQualifier(cell, sequenceQualifier)) {
        part.refuse(puts.refusal(part.mutation(), cells));
        return;
      }
      sequence(part, CellUtil.cloneValue(cell));
    }
  }

  private static void sequence(Part part, byte[] text) {
    Sequence sequence;
    try {
      sequence = Sequence.parse(text);
    } catch (IllegalArgumentException malformed) {
      part.refuse(Refusals.row(part.mutation().getRow()) + ": " + malformed.getMessage());
      return;
    }
    if (part.sequence == null) {
      part.sequence = sequence;
      part.sequenceText = text;
    } else if (!part.sequence.equals(sequence)) {
      part.refuse(
          Refusals.row(part.mutation().getRow())
              + ": one event has one sequence, found "
              + part.sequence
              + " and "
              + sequence
              + "; send one of them");
    }
  }

  private void readGuarded(Part part, List<Cell> cells, int family) {
    boolean versioned = families.kind(family) == FamilyKind.VERSIONED;
    for (int i = 0; i < cells.size(); i++) {
      Cell cell = cells.get(i);
      switch (cell.getType()) {
        case Put -> {
          part.sets = true;
          time(part, cell);
        }
        case DeleteColumn -> {
          part.removes = true;
          time(part, cell);
        }
        case DeleteFamily -> {
          if (part.rowDelete) {
            time(part, cell);
          } else {
            part.refuse(
                Refusals.of(
                    cell,
                    "a marker of a whole family is not an event; delete the whole row, or the"
                        + " columns by addColumns"));
          }
        }
        case Delete -> {
          if (versioned) {
            notNegative(part, cell);
            part.repairTime = Math.max(part.repairTime, cell.getTimestamp());
          } else {
            part.refuse(
                Refusals.of(
                    cell,
                    "removing one version may uncover an older value; set the column to null by"
                        + " addColumns"));
          }
        }
        default ->
            part.refuse(
                Refusals.of(
                    cell,
                    "a marker of one version of a whole family is not an event; name the columns"
                        + " by addColumns"));
      }
    }
    if (part.sets) {
      part.shortestTtl = Math.min(part.shortestTtl, families.settings(family).ttlMillis());
    }
  }

  private static void time(Part part, Cell cell) {
    long time = cell.getTimestamp();
    if (part.time == RowState.NONE) {
      notNegative(part, cell);
      part.time = time;
    } else if (part.time != time) {
      part.refuse(Refusals.twoTimes(part.mutation().getRow(), part.time, time));
    }
  }

  private static void notNegative(Part part, Cell cell) {
    if (cell.getTimestamp() < 0) {
      part.refuse(Refusals.negativeTime(cell));
    }
  }

  private void readAttributes(Part part) {
    Mutation mutation = part.mutation();
    if (mutation.getAttributesMap().isEmpty()) {
      return;
    }
    byte[] text = mutation.getAttribute(SEQUENCE_ATTRIBUTE);
    if (text != null) {
      sequence(part, text);
    }
    if (!part.guarded) {
      return;
    }
    if (mutation.getTTL() != Long.MAX_VALUE) {
      part.refuse(
          Refusals.row(mutation.getRow())
              + ": a TTL of "
              + mutation.getTTL()
              + " ms on a write to a guarded family would let its sequence expire, too; set the"
              + " family's TTL");
    }
    if (mutation.getAttribute(VISIBILITY_ATTRIBUTE) != null) {
      part.refuse(
          Refusals.row(mutation.getRow())
              + ": a visibility label on a write to a guarded family would hide its sequence, too;"
              + " write without it");
    }
    byte[] image = mutation.getAttribute(IMAGE_ATTRIBUTE);
    if (image != null) {
      part.image = image(part, Bytes.toString(image));
    }
  }

  private static Boolean image(Part part, String text) {
    return switch (text) {
      case "full" -> Boolean.TRUE;
      case "partial" -> Boolean.FALSE;
      default -> {
        part.refuse(
            Refusals.row(part.mutation().getRow())
                + ": attribute sediment.image = '"
                + Printable.of(Bytes.toBytes(text))
                + "'; use full or partial");
        yield null;
      }
    };
  }
}
