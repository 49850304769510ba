package org.sediment.rowkey;

import java.util.Arrays;

/** A {@link Framing}: a byte of ASCII behind the value, which must not have it. */
record Delimited(byte delimiter) implements Framing {
  @Override
  public byte[] frame(byte[] raw) {
    byte[] out = Arrays.copyOf(lead(raw).bytes(), raw.length + 1);
    out[raw.length] = delimiter;
    return out;
  }

  @Override
  public int end(byte[] key, int from) {
    for (int at = from; at < key.length; at++) {
      if (key[at] == delimiter) {
        return at + 1;
      }
    }
    throw new KeyException(
        "no '" + ByteText.text(new byte[] {delimiter}) + "' ends it",
        "is it a key of this schema?");
  }

  @Override
  public byte[] unframe(byte[] framed) {
    return Arrays.copyOf(framed, framed.length - 1);
  }

  @Override
  public Lead lead(byte[] rawPrefix) {
    for (byte each : rawPrefix) {
      if (each == delimiter) {
        throw new KeyException(
            "'%s' has the delimiter '%s' in it"
                .formatted(ByteText.text(rawPrefix), ByteText.text(new byte[] {delimiter})),
            "choose a delimiter that no value has, a width, or 'escaped'");
      }
    }
    return new Lead(rawPrefix, null);
  }

  @Override
  public boolean isOrdered() {
    return delimiter == 0;
  }

  @Override
  public String argument() {
    return ByteText.text(delimiter);
  }
}
