package org.sediment.rowkey;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Random parts and values with an oracle: which values a part takes, and how they compare, said
 * from the values alone. Texts and numbers come from few, so that neighbours are common.
 */
final class RandomKeys {
  private static final List<String> LETTERS =
      List.of(
          "a", "b", "1", "2", "\0", "\1", " ", "!", "-", "|", "/", "~", "\u007f", "é", "ÿ", "中",
          "\uffff", "😀");
  private static final long[] EDGES = {
    0,
    1,
    -1,
    2,
    255,
    256,
    -256,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    Long.MAX_VALUE - 1
  };

  /** A kind of part: its text form and what the oracle knows of it. */
  record Kind(String spelling, Gen values, Takes takes, Comparator<Object> order) {
    @Override
    public String toString() {
      return spelling;
    }
  }

  interface Gen {
    Object next(Random random);
  }

  interface Takes {
    boolean test(Object value);
  }

  private RandomKeys() {}

  static String text(Random random) {
    StringBuilder out = new StringBuilder();
    for (int n = random.nextInt(5); n > 0; n--) {
      out.append(LETTERS.get(random.nextInt(LETTERS.size())));
    }
    return out.toString();
  }

  static byte[] bytes(Random random) {
    byte[] edges = {0, 1, 2, 'a', 0x7f, (byte) 0x80, (byte) 0xfe, (byte) 0xff};
    byte[] out = new byte[random.nextInt(5)];
    for (int i = 0; i < out.length; i++) {
      out[i] = edges[random.nextInt(edges.length)];
    }
    return out;
  }

  static long number(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> EDGES[random.nextInt(EDGES.length)];
      case 1 -> random.nextInt(5) - 2;
      default -> random.nextLong();
    };
  }

  static int[] points(String text) {
    return text.codePoints().toArray();
  }

  private static String turned(Object text) {
    int[] points = points((String) text);
    StringBuilder out = new StringBuilder();
    for (int i = points.length - 1; i >= 0; i--) {
      out.appendCodePoint(points[i]);
    }
    return out.toString();
  }

  static int utf8(String text) {
    return text.codePoints().map(p -> p < 0x80 ? 1 : p < 0x800 ? 2 : p < 0x10000 ? 3 : 4).sum();
  }

  private static Comparator<Object> textOrder(String behind) {
    return Comparator.comparing(t -> points(t + behind), Arrays::compare);
  }

  private static Comparator<Object> turnedOrder(String behind) {
    return Comparator.comparing(t -> points(turned(t) + behind), Arrays::compare);
  }

  private static boolean padded(String text, int width, char padding) {
    return utf8(text) <= width
        && text.chars().noneMatch(c -> c < padding)
        && !text.endsWith(String.valueOf(padding));
  }

  private static int big(Object a, Object b) {
    return new BigInteger(a.toString()).compareTo(new BigInteger(b.toString()));
  }

  /** Kinds that may stand anywhere. */
  static List<Kind> anywhere() {
    Comparator<Object> numbers = RandomKeys::big;
    Comparator<Object> plain = (a, b) -> Long.compareUnsigned((Long) a, (Long) b);
    Comparator<Object> raw = (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
    Gen text = RandomKeys::text;
    Gen number = RandomKeys::number;
    List<Kind> out = new ArrayList<>();
    out.add(new Kind("text(6)", text, t -> padded((String) t, 6, ' '), textOrder("")));
    out.add(new Kind("text(6,\\x00)", text, t -> padded((String) t, 6, '\0'), textOrder("")));
    out.add(new Kind("text(|)", text, t -> !((String) t).contains("|"), textOrder("|")));
    out.add(new Kind("text(\\x00)", text, t -> !((String) t).contains("\0"), textOrder("")));
    out.add(new Kind("text(escaped)", text, t -> true, textOrder("")));
    out.add(new Kind("reversed-text(/)", text, t -> !((String) t).contains("/"), turnedOrder("/")));
    out.add(new Kind("reversed-text(escaped)", text, t -> true, turnedOrder("")));
    out.add(new Kind("bytes(3)", RandomKeys::bytes, b -> ((byte[]) b).length == 3, raw));
    out.add(new Kind("bytes(escaped)", RandomKeys::bytes, b -> true, raw));
    out.add(new Kind("long", number, n -> true, numbers));
    out.add(new Kind("reversed-long", number, n -> true, numbers.reversed()));
    out.add(new Kind("int", number, n -> (Long) n == ((Long) n).intValue(), numbers));
    out.add(new Kind("plain-long", number, n -> true, plain));
    out.add(
        new Kind(
            "unsigned",
            r ->
                BigInteger.valueOf(number(r))
                    .add(BigInteger.valueOf(r.nextBoolean() ? 0 : Long.MAX_VALUE)),
            n -> ((BigInteger) n).signum() >= 0 && ((BigInteger) n).bitLength() <= 64,
            numbers));
    out.add(
        new Kind(
            "digits(20)",
            r -> BigInteger.valueOf(number(r)),
            n -> ((BigInteger) n).signum() >= 0 && n.toString().length() <= 20,
            numbers));
    out.add(
        new Kind(
            "boolean",
            Random::nextBoolean,
            b -> true,
            (a, b) -> Boolean.compare((Boolean) a, (Boolean) b)));
    return out;
  }

  /** Kinds that must be last. */
  static List<Kind> atTheEnd() {
    return List.of(
        new Kind("text", RandomKeys::text, t -> true, textOrder("")),
        new Kind("reversed-text", RandomKeys::text, t -> true, turnedOrder("")),
        new Kind(
            "bytes",
            RandomKeys::bytes,
            b -> true,
            (a, b) -> Arrays.compareUnsigned((byte[]) a, (byte[]) b)));
  }

  /** One to four parts. */
  static List<Kind> kinds(Random random) {
    List<Kind> out = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      out.add(anywhere().get(random.nextInt(anywhere().size())));
    }
    List<Kind> last = new ArrayList<>(anywhere());
    last.addAll(atTheEnd());
    out.add(last.get(random.nextInt(last.size())));
    return out;
  }

  /** The parts as a schema. */
  static String schema(List<Kind> kinds) {
    List<String> out = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      out.add("p" + i + ":" + kinds.get(i).spelling());
    }
    return String.join(", ", out);
  }

  /** Values that the parts take. */
  static Object[] values(List<Kind> kinds, Random random) {
    Object[] out = new Object[kinds.size()];
    for (int i = 0; i < out.length; i++) {
      do {
        out[i] = kinds.get(i).values().next(random);
      } while (!kinds.get(i).takes().test(out[i]));
    }
    return out;
  }

  /** Part by part. */
  static int compare(List<Kind> kinds, Object[] a, Object[] b) {
    for (int i = 0; i < a.length; i++) {
      int order = kinds.get(i).order().compare(a[i], b[i]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }
}
