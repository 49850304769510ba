package org.sediment.coprocessor;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns that an event sets in guarded families, and their hash, which {@code m:img} keeps.
 * Frozen: the first 16 bytes of SHA-256 over, for each column in order of family and qualifier, the
 * length of the family's name (4 bytes, big-endian), the name, the length of the qualifier, the
 * qualifier. Not thread-safe.
 */
final class ImageHash {
  private static final int LENGTH = 16;

  private final TreeMap<byte[], TreeSet<byte[]>> columns = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  /** Reads the columns that the event's mutations set. */
  static ImageHash of(Event event, Families families) {
    ImageHash out = new ImageHash();
    for (Part part : event.parts()) {
      out.add(part.mutation(), families);
    }
    return out;
  }

  private void add(Mutation mutation, Families families) {
    for (Map.Entry<byte[], List<Cell>> entry : mutation.getFamilyCellMap().entrySet()) {
      if (families.isGuarded(entry.getKey())) {
        for (Cell cell : entry.getValue()) {
          if (cell.getType() == Cell.Type.Put) {
            columns
                .computeIfAbsent(entry.getKey(), f -> new TreeSet<>(Bytes.BYTES_COMPARATOR))
                .add(CellUtil.cloneQualifier(cell));
          }
        }
      }
    }
  }

  /** Whether the event sets a column. */
  boolean sets(byte[] family, byte[] qualifier) {
    TreeSet<byte[]> ofFamily = columns.get(family);
    return ofFamily != null && ofFamily.contains(qualifier);
  }

  byte[] hash() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      columns.forEach(
          (family, qualifiers) -> {
            for (byte[] qualifier : qualifiers) {
              update(digest, family);
              update(digest, qualifier);
            }
          });
      return Arrays.copyOf(digest.digest(), LENGTH);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  private static void update(MessageDigest digest, byte[] bytes) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
    digest.update(bytes);
  }
}
