package org.sediment.rowkey;

import java.io.ByteArrayOutputStream;

/** A {@link Framing}: 0x00 becomes 0x00 0x01, and 0x00 0x00 ends the value, which may be any. */
record Escaped() implements Framing {
  @Override
  public byte[] frame(byte[] raw) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length + 2);
    escape(raw, out);
    out.write(0);
    out.write(0);
    return out.toByteArray();
  }

  private static void escape(byte[] raw, ByteArrayOutputStream out) {
    for (byte each : raw) {
      out.write(each);
      if (each == 0) {
        out.write(1);
      }
    }
  }

  @Override
  public int end(byte[] key, int from) {
    for (int at = from; at < key.length - 1; at++) {
      if (key[at] == 0) {
        at++;
        if (key[at] == 0) {
          return at + 1;
        }
        if (key[at] != 1) {
          throw new KeyException(
              String.format("0x00 0x%02X at byte %d is no escape", key[at], at - 1),
              "is it a key of this schema?");
        }
      }
    }
    throw new KeyException("no 0x00 0x00 ends it", "is it a key of this schema?");
  }

  @Override
  public byte[] unframe(byte[] framed) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(framed.length);
    for (int i = 0; i < framed.length - 2; i++) {
      out.write(framed[i]);
      if (framed[i] == 0) {
        i++;
      }
    }
    return out.toByteArray();
  }

  @Override
  public Lead lead(byte[] rawPrefix) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(rawPrefix.length);
    escape(rawPrefix, out);
    return new Lead(out.toByteArray(), null);
  }

  @Override
  public String argument() {
    return "escaped";
  }
}
