package org.sediment.coprocessor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.sediment.model.FamilyKind;
import org.sediment.model.FamilyName;

/**
 * The families of a table, found by the bytes of their names: settings speak of text, cells of
 * bytes. Immutable.
 */
final class Families {
  private final byte[][] names;
  private final FamilySettings[] settings;
  private final boolean hasDeltas;

  Families(TableSettings table) {
    Collection<FamilySettings> all = table.families().values();
    this.settings = all.toArray(new FamilySettings[0]);
    this.names = new byte[settings.length][];
    boolean deltas = false;
    for (int i = 0; i < settings.length; i++) {
      names[i] = FamilyName.bytes(settings[i].name());
      deltas |= settings[i].kind() == FamilyKind.DELTA;
    }
    this.hasDeltas = deltas;
  }

  int size() {
    return names.length;
  }

  byte[] name(int index) {
    return names[index];
  }

  FamilySettings settings(int index) {
    return settings[index];
  }

  FamilyKind kind(int index) {
    return settings[index].kind();
  }

  /** Place of a family; -1 if the table has no such family. */
  int indexOf(byte[] family) {
    for (int i = 0; i < names.length; i++) {
      if (Arrays.equals(names[i], family)) {
        return i;
      }
    }
    return -1;
  }

  boolean hasDeltas() {
    return hasDeltas;
  }

  boolean isDelta(byte[] family) {
    int index = indexOf(family);
    return index >= 0 && settings[index].kind() == FamilyKind.DELTA;
  }

  /** Whether the guard orders writes to a family; false if the table has no such family. */
  boolean isGuarded(byte[] family) {
    int index = indexOf(family);
    return index >= 0 && settings[index].kind().isGuarded();
  }

  /** Whether a family is the sequence family; false if the table has no such family. */
  boolean isSequence(byte[] family) {
    int index = indexOf(family);
    return index >= 0 && settings[index].kind() == FamilyKind.SEQUENCE;
  }

  /** Names of the families of guarded kinds. */
  List<byte[]> guarded() {
    List<byte[]> out = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      if (settings[i].kind().isGuarded()) {
        out.add(names[i]);
      }
    }
    return out;
  }
}
