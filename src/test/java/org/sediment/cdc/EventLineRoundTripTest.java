package org.sediment.cdc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.DeltaChange;
import org.sediment.model.Sequence;

/** What is written as a line is read as the same event, whatever is in it. */
class EventLineRoundTripTest {
  private static final int EVENTS = 20_000;
  private static final List<ChangeEvent.Image> IMAGES = List.of(ChangeEvent.Image.values());

  private final long seed = Long.getLong("sediment.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void whatGoesOutCanGoIn() {
    System.out.println("event lines: seed " + seed);
    EventLineReader reader = new EventLineReader();
    EventLineWriter writer = new EventLineWriter(delta -> delta.time() % 2 == 0);
    for (int i = 0; i < EVENTS; i++) {
      ChangeEvent event = event();
      String line = writer.write("t", event);
      assertThat(line).as("seed %d", seed).doesNotContain("\n", "\r");
      Reading reading = reader.read(SourceMessage.line("line " + i, line));
      assertThat(reading)
          .as("seed %d, line %s", seed, line)
          .isEqualTo(new Reading.Changes("t", List.of(event)));
    }
  }

  private ChangeEvent event() {
    while (true) {
      ChangeEvent.Builder event = ChangeEvent.of(bytes(1));
      if (random.nextInt(5) > 0) {
        event.sequence(sequence());
      }
      if (random.nextInt(4) > 0) {
        event.commitTime(random.nextLong(Long.MAX_VALUE));
      }
      event.image(IMAGES.get(random.nextInt(IMAGES.size())));
      boolean deleted = random.nextInt(4) == 0;
      if (deleted) {
        event.deleteRow();
      }
      int columns = random.nextInt(4);
      IntStream.range(0, columns).forEach(n -> event.set(name((byte) n), bytes(0)));
      int nulls = deleted ? 0 : random.nextInt(3);
      IntStream.range(0, nulls).forEach(n -> event.setNull(name((byte) (n + 10))));
      deltas(event);
      if (!event.isEmpty()) {
        return event.build();
      }
    }
  }

  private void deltas(ChangeEvent.Builder event) {
    int count = Math.max(0, random.nextInt(6) - 2);
    byte[] id = bytes(1);
    long time = random.nextLong(Long.MAX_VALUE);
    if (random.nextBoolean()) {
      event.commitTime(time);
    }
    for (int i = 0; i < count; i++) {
      byte[] counter = ("c" + i).getBytes(UTF_8);
      byte[] ownId = random.nextInt(6) == 0 ? bytes(1) : id;
      event.add(
          random.nextInt(8) == 0
              ? DeltaChange.retraction(bytes(1), counter, ownId, time)
              : DeltaChange.of(bytes(1), counter, ownId, time, deltaValue()));
    }
  }

  private byte[] deltaValue() {
    return switch (random.nextInt(3)) {
      case 0 -> ByteBuffer.allocate(8).putLong(random.nextLong()).array();
      case 1 -> decimal();
      default -> bytes(0);
    };
  }

  private byte[] decimal() {
    BigInteger unscaled = new BigInteger(random.nextInt(1, 200), random);
    try {
      return ValueType.decimalBytes(new BigDecimal(unscaled, random.nextInt(-1000, 1000)));
    } catch (Refusal e) {
      throw new AssertionError(e);
    }
  }

  private Sequence sequence() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      text.append(new BigInteger(random.nextInt(1, 120), random)).append(i > 0 ? "." : "");
    }
    return Sequence.parse(text.toString());
  }

  private ColumnName name(byte distinct) {
    byte[] qualifier = bytes(0);
    byte[] own = Arrays.copyOf(qualifier, qualifier.length + 1);
    own[qualifier.length] = distinct;
    return new ColumnName(bytes(1), own);
  }

  /** Random bytes: of any kind, or text of all planes, or what JSON and names must quote. */
  private byte[] bytes(int least) {
    int length = least + random.nextInt(8);
    return switch (random.nextInt(3)) {
      case 0 -> {
        byte[] any = new byte[length];
        random.nextBytes(any);
        yield any;
      }
      case 1 -> {
        int[] points = {'a', ' ', 0xE9, 0x20AC, 0x1F600, 0x7F, 0x85, 0xFEFF, 0x2028};
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
          text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        yield text.toString().getBytes(UTF_8);
      }
      default -> {
        String odd = "\\x0:;<\"'{}/b\n\u0000";
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
          text.append(odd.charAt(random.nextInt(odd.length())));
        }
        yield text.toString().getBytes(UTF_8);
      }
    };
  }
}
