package org.sediment.rowkey;

import java.util.ArrayList;
import java.util.List;

/** What stands in the brackets of a part's text form, and what its kind makes of it. */
final class PartArguments {
  private static final String KINDS =
      "one of text, reversed-text, bytes, long, reversed-long, int, unsigned, plain-long, digits,"
          + " boolean, salt, bucket, random";

  private final String kind;
  private final List<String> arguments = new ArrayList<>();

  /** Reads them; null for no brackets. */
  PartArguments(String kind, String inBrackets) {
    this.kind = kind;
    if (inBrackets != null) {
      for (String each : inBrackets.split(",", -1)) {
        arguments.add(each.strip());
      }
    }
  }

  /** The first one, which is a number. */
  int number(int least, int greatest) {
    String text = arguments.isEmpty() ? "" : arguments.get(0);
    if (!text.matches("[0-9]{1,9}")
        || Integer.parseInt(text) < least
        || Integer.parseInt(text) > greatest) {
      throw new KeyException(
          arguments.isEmpty() ? "has no number" : "'" + text + "' is not the number it needs",
          "write %s(n) with n from %d to %d".formatted(kind, least, greatest));
    }
    return Integer.parseInt(text);
  }

  /** The number, if nothing else is there. */
  int onlyNumber(int least, int greatest) {
    int number = number(least, greatest);
    refuseMore(1);
    return number;
  }

  /** What stands behind the first one. */
  List<String> rest() {
    return List.copyOf(arguments.subList(1, arguments.size()));
  }

  /** The codec of a kind that holds values. */
  Codec codec(boolean last) {
    for (NumberCodec.Kind number : NumberCodec.Kind.values()) {
      if (number.spelling().equals(kind)) {
        refuseMore(0);
        return new NumberCodec(number);
      }
    }
    return switch (kind) {
      case "text" -> new TextCodec(textFraming(last), false);
      case "reversed-text" -> new TextCodec(textFraming(last), true);
      case "bytes" -> new BytesCodec(bytesFraming(last));
      case "digits" -> new DigitsCodec(onlyNumber(1, 255));
      case "boolean" -> {
        refuseMore(0);
        yield new BooleanCodec();
      }
      default -> throw new KeyException("there is no kind '" + kind + "'", "write " + KINDS);
    };
  }

  private Framing textFraming(boolean last) {
    if (arguments.isEmpty()) {
      return toEnd(last, kind + "(\\x00)");
    }
    String first = arguments.get(0);
    if (isWidth(first)) {
      int width = number(1, Short.MAX_VALUE);
      refuseMore(2);
      return new Padded(width, arguments.size() == 1 ? Padded.SPACE : ascii(arguments.get(1)));
    }
    refuseMore(1);
    return first.equals("escaped") ? new Escaped() : new Delimited(ascii(first));
  }

  private Framing bytesFraming(boolean last) {
    if (arguments.isEmpty()) {
      return toEnd(last, "bytes(escaped)");
    }
    refuseMore(1);
    if (isWidth(arguments.get(0))) {
      return new Framing.Exact(number(1, Short.MAX_VALUE));
    }
    if (arguments.get(0).equals("escaped")) {
      return new Escaped();
    }
    throw new KeyException(
        "'" + arguments.get(0) + "' is no end for bytes, which may have any byte in them",
        "write bytes(16) or bytes(escaped)");
  }

  private Framing toEnd(boolean last, String remedy) {
    if (!last) {
      throw new KeyException(
          "has no end, and is not the last part: keys would mix",
          "give it one, such as " + remedy + " or " + kind + "(12)");
    }
    return new Framing.ToEnd();
  }

  private static boolean isWidth(String argument) {
    return argument.matches("[0-9]+");
  }

  private byte ascii(String argument) {
    byte[] bytes = ByteText.bytes(argument);
    if (bytes.length != 1 || bytes[0] < 0) {
      throw new KeyException(
          "'" + argument + "' is not one byte of ASCII",
          "write one, such as " + kind + "(|) or " + kind + "(\\x00), or " + kind + "(escaped)");
    }
    return bytes[0];
  }

  private void refuseMore(int most) {
    if (arguments.size() > most) {
      throw new KeyException(
          "has '" + arguments.get(most) + "' in its brackets",
          "'" + kind + "' takes no such thing");
    }
  }
}
