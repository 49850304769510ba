package org.sediment.counterexamples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sediment.counterexamples.Events.bytes;
import static org.sediment.counterexamples.Events.delta;
import static org.sediment.counterexamples.Events.put;
import static org.sediment.counterexamples.Events.replicated;
import static org.sediment.counterexamples.Story.NOW;
import static org.sediment.counterexamples.Story.RECENT;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.Pair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sediment.testing.RpcCalls;
import org.sediment.testing.TestRegion;

/**
 * On a secured cluster any client can still set the cluster IDs that mark what replication brings:
 * only who the replication sink may be passes the guard by them.
 */
class ForgedReplicationTest {
  private TestRegion region;

  @BeforeEach
  void open() throws IOException {
    region =
        Story.ordinary()
            .conf("hbase.security.authentication", "kerberos")
            .conf("hbase.superuser", "sink, @replicators")
            .open();
    region.clock().set(NOW);
    region.put(put("r", "5", RECENT + 5, "u:a=5"));
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private static User user(String name, String... groups) {
    return User.createUserForTesting(new org.apache.hadoop.conf.Configuration(false), name, groups);
  }

  private void write(User user, Put put) throws Exception {
    RpcCalls.as(
        user,
        () -> {
          region.put(put);
          return null;
        });
  }

  /** An older event, dated ahead: unjudged it would be the row's newest cell. */
  private static Put older() {
    return put("r", "4", RECENT + 50, "u:a=4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "readers", "sink", "replicators2"})
  void anOrdinaryUserIsJudgedWhateverItsClusterIdsSay(String group) throws Exception {
    User eve = group.isEmpty() ? user("eve") : user("eve", group);
    write(eve, replicated(older()));
    assertThat(View.timed(region, "r")).isEqualTo("u:a=5@" + (RECENT + 5));
    assertThatThrownBy(() -> write(eve, replicated(put("r", null, RECENT + 60, "u:a=6"))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("sequence");
    assertThatThrownBy(() -> write(eve, replicated(put("r", "9", NOW * 1000, "u:a=9"))))
        .isInstanceOf(DoNotRetryIOException.class);
    Put base = new Put(bytes("r"), RECENT).addColumn(bytes("x"), bytes("qty;"), bytes("base"));
    assertThatThrownBy(() -> write(eve, replicated(base)))
        .isInstanceOf(DoNotRetryIOException.class);
    Put poison = new Put(bytes("r"), RECENT).addColumn(bytes("x"), bytes("qty:e"), bytes("abc"));
    assertThatThrownBy(() -> write(eve, replicated(poison)))
        .isInstanceOf(DoNotRetryIOException.class);
    assertThat(View.timed(region, "r")).isEqualTo("u:a=5@" + (RECENT + 5));
    assertThat(region.raw("x")).isEmpty();
    write(eve, replicated(put("r", "6", RECENT, "u:a=6", "x:qty:e1=+3")));
    assertThat(View.timed(region, "r"))
        .as("accepted as a write like any other, nudged like any other")
        .isEqualTo("u:a=6@" + (RECENT + 6));
    assertThat(Counter.read(region, "r", "qty")).isEqualTo(Counter.of(3));
  }

  /** With {@code reject} a late delta is refused to clients; replication is never refused. */
  @Test
  void anOrdinaryUserCannotBringLateDeltasPastReject() throws Exception {
    region.alter(
        table ->
            table.modifyColumnFamily(
                org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder.newBuilder(
                        table.build().getColumnFamily(bytes("x")))
                    .setValue("sediment.late", "reject")
                    .build()));
    region.put(delta("s", RECENT + 5, "x:qty:e1=+1"));
    Steps.fold(region);
    Put late = delta("s", RECENT, "x:qty:e0=+1");
    assertThatThrownBy(() -> write(user("eve"), replicated(new Put(late))))
        .isInstanceOf(DoNotRetryIOException.class);
    assertThat(Counter.read(region, "s", "qty")).isEqualTo(Counter.of(1));
    write(user("sink"), replicated(new Put(late)));
    assertThat(Counter.read(region, "s", "qty")).isEqualTo(Counter.of(1, 1));
  }

  @Test
  void aSuperuserByNameOrGroupAndTheServersOwnUserMay() throws Exception {
    int round = 0;
    for (User trusted :
        List.of(user("sink"), user("bob", "staff", "replicators"), User.getCurrent())) {
      String row = "r" + round++;
      region.put(put(row, "5", RECENT + 5, "u:a=5"));
      write(trusted, replicated(put(row, "4", RECENT + 50, "u:a=4")));
      assertThat(View.timed(region, row)).isEqualTo("u:a=4@" + (RECENT + 50));
    }
  }

  /** Without cluster IDs a superuser writes like anyone. */
  @Test
  void aSuperuserIsJudgedWhenNoClusterIsNamed() throws Exception {
    write(user("sink"), older());
    assertThat(View.timed(region, "r")).isEqualTo("u:a=5@" + (RECENT + 5));
  }

  /** One forged mutation in a list of good ones: its neighbours are what they are. */
  @Test
  void aForgedMutationAmongOthersIsJudgedToo() throws Exception {
    List<Mutation> list =
        List.of(
            put("a", "1", RECENT, "u:a=1"),
            replicated(older()),
            replicated(put("z", "1", RECENT, "u:a=1")));
    RpcCalls.as(user("eve"), () -> region.region().batchMutate(list.toArray(Mutation[]::new)));
    assertThat(View.row(region, "a")).isEqualTo("u:a=1");
    assertThat(View.timed(region, "r")).isEqualTo("u:a=5@" + (RECENT + 5));
    assertThat(View.row(region, "z")).isEqualTo("u:a=1");
    assertThat(View.sequence(region, "z")).isEqualTo("1");
  }

  @Test
  void onlyTheSinkBulkLoadsIntoStoresThatHoldData() throws Exception {
    List<Pair<byte[], String>> load = List.of(new Pair<>(bytes("u"), "file"));
    assertThatThrownBy(
            () ->
                RpcCalls.as(
                    user("eve"),
                    () -> {
                      region.region().getCoprocessorHost().preBulkLoadHFile(load);
                      return null;
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("empty");
    RpcCalls.as(
        user("sink"),
        () -> {
          region.region().getCoprocessorHost().preBulkLoadHFile(load);
          return null;
        });
  }
}
