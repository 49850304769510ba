package org.sediment.rowkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sediment.rowkey.RandomKeys.Kind;
import org.sediment.testing.Seeds;

/** Keys of random schemas: they come back, no two are one, and they sort as their values do. */
class KeyOrderTest {
  private static final int SCHEMAS = 400;
  private static final int ROWS = 40;

  @Test
  void keysComeBackAndSortAsTheirValues() {
    Random random = Seeds.random("KeyOrderTest.keysComeBackAndSortAsTheirValues");
    for (int i = 0; i < SCHEMAS; i++) {
      List<Kind> kinds = RandomKeys.kinds(random);
      KeySchema schema = KeySchema.parse(RandomKeys.schema(kinds));
      List<Object[]> rows = rows(kinds, random);
      List<byte[]> keys = rows.stream().map(schema::encode).toList();
      for (int a = 0; a < rows.size(); a++) {
        assertThat(schema.decode(keys.get(a)).values())
            .usingRecursiveComparison()
            .as("%s %s", schema, ByteText.text(keys.get(a)))
            .isEqualTo(List.of(rows.get(a)));
        for (int b = 0; b < rows.size(); b++) {
          assertThat(Integer.signum(Arrays.compareUnsigned(keys.get(a), keys.get(b))))
              .as(
                  "%s: %s and %s",
                  schema, Arrays.deepToString(rows.get(a)), Arrays.deepToString(rows.get(b)))
              .isEqualTo(Integer.signum(RandomKeys.compare(kinds, rows.get(a), rows.get(b))));
        }
      }
    }
  }

  private static List<Object[]> rows(List<Kind> kinds, Random random) {
    List<Object[]> rows = new ArrayList<>();
    while (rows.size() < ROWS) {
      Object[] row = RandomKeys.values(kinds, random);
      if (rows.size() > 2) {
        // neighbours: all but one part as in another row
        Object[] other = rows.get(random.nextInt(rows.size()));
        int changed = random.nextInt(row.length);
        for (int i = 0; i < row.length; i++) {
          row[i] = i == changed ? row[i] : other[i];
        }
      }
      if (row.length > 1 || !isEmpty(row[0])) {
        rows.add(row);
      }
    }
    return rows;
  }

  private static boolean isEmpty(Object value) {
    return value.equals("") || (value instanceof byte[] bytes && bytes.length == 0);
  }

  @Test
  void aPartTakesWhatItCanGiveBackInOrderAndRefusesTheRest() {
    Random random = Seeds.random("KeyOrderTest.aPartTakesWhatItCanGiveBack");
    for (Kind kind : RandomKeys.anywhere()) {
      KeySchema schema = KeySchema.parse("p:" + kind.spelling());
      for (int i = 0; i < 300; i++) {
        Object value = kind.values().next(random);
        if (kind.takes().test(value)) {
          assertThat(schema.encode(value)).isNotEmpty();
        } else {
          assertThatThrownBy(() -> schema.encode(value))
              .as("%s %s", kind, value)
              .isInstanceOf(KeyException.class)
              .hasMessageStartingWith("part 1 'p': ");
        }
      }
    }
  }

  @Test
  void whatIsNoKeyOfTheSchemaIsRefusedOrComesBackTheSame() {
    Random random = Seeds.random("KeyOrderTest.whatIsNoKey");
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      KeySchema schema = KeySchema.parse(RandomKeys.schema(RandomKeys.kinds(random)));
      byte[] key = new byte[1 + random.nextInt(16)];
      for (int b = 0; b < key.length; b++) {
        key[b] = (byte) (random.nextBoolean() ? random.nextInt(3) : random.nextInt(256));
      }
      try {
        Object[] values = schema.decode(key).values().toArray();
        assertThat(schema.encode(values)).as("%s", schema).isEqualTo(key);
        read++;
      } catch (KeyException refused) {
        assertThat(refused).hasMessageStartingWith("key '").hasMessageContaining(": ");
      }
    }
    assertThat(read).isPositive();
  }

  @Test
  void aSaltedKeyIsTheKeyBehindItsSalt() {
    Random random = Seeds.random("KeyOrderTest.aSaltedKey");
    for (int i = 0; i < SCHEMAS; i++) {
      List<Kind> kinds = RandomKeys.kinds(random);
      String plain = RandomKeys.schema(kinds);
      KeySchema salted = KeySchema.parse("bucket(300), " + plain + "");
      Object[] row = RandomKeys.values(kinds, random);
      if (row.length > 1 || !isEmpty(row[0])) {
        byte[] key = salted.encode(row);
        assertThat(Arrays.copyOfRange(key, 2, key.length))
            .isEqualTo(KeySchema.parse(plain).encode(row));
        assertThat(((key[0] & 0xFF) << 8) + (key[1] & 0xFF)).isLessThan(300);
        assertThat(salted.decode(key).values()).usingRecursiveComparison().isEqualTo(List.of(row));
        key[1] = (byte) (key[1] ^ 1);
        assertThatThrownBy(() -> salted.decode(key))
            .hasMessageContaining("part 1 'bucket'")
            .hasMessageContaining("its parts make");
      }
    }
  }
}
