package org.sediment.rowkey;

import java.util.ArrayList;
import java.util.List;

/** Where to split a table so that its regions get like shares of rows. Stateless. */
final class SplitPoints {
  private SplitPoints() {}

  /** By the salts or buckets that keys begin with, which get like shares. */
  static List<byte[]> of(KeySchema schema, int regions) {
    if (regions < 1) {
      throw new KeyException(regions + " regions", "ask for at least 1");
    }
    if (!(schema.parts().get(0) instanceof KeyPart.Spreading spreading)) {
      throw new KeyException(
          "how values of " + schema.place(schema.parts().get(0)) + " spread is not known",
          "begin the schema with a salt or bucket, or cut a sample of keys (splits --sample)");
    }
    Spread spread = spreading.spread();
    if (spread.count() < regions) {
      throw new KeyException(
          "%d regions, but only %d values of %s"
              .formatted(regions, spread.count(), schema.place(spreading)),
          "ask for that many, or cut a sample of keys (splits --sample)");
    }
    // a long salt is cut by its first characters
    Spread cut = spread.count() > Spread.MOST ? new Spread(true, 4) : spread;
    List<byte[]> out = new ArrayList<>();
    for (int i = 1; i < regions; i++) {
      out.add(cut.at((int) ((long) i * cut.count() / regions)));
    }
    return out;
  }
}
