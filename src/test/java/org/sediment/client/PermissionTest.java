package org.sediment.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.PermissionStorage;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sediment.model.ChangeEvent;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;
import org.sediment.testing.MiniCluster;
import org.sediment.testing.TestRegion;

/**
 * Totals are for those only who may scan the cells, and events for those who may write them, on a
 * cluster with access control.
 */
@Tag("cluster")
class PermissionTest {
  private static final byte[] ROW = Bytes.toBytes("r");
  private static MiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    String controller = AccessController.class.getName();
    cluster =
        MiniCluster.start(
            1,
            List.of(
                "hbase.security.authorization=true",
                "hbase.coprocessor.master.classes=" + controller,
                "hbase.coprocessor.region.classes=" + controller,
                "hbase.coprocessor.regionserver.classes=" + controller,
                "hbase.superuser=" + User.getCurrent().getShortName()));
    cluster.util().waitTableAvailable(PermissionStorage.ACL_TABLE_NAME.getName(), 60_000);
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  private static TableName filled() throws IOException {
    TableName name = cluster.create(TestRegion.builder().delta("x").delta("y"));
    try (Table table = cluster.table(name)) {
      for (String family : List.of("x", "y")) {
        table.put(
            new Put(ROW)
                .addColumn(
                    Bytes.toBytes(family),
                    Bytes.toBytes("qty:1"),
                    System.currentTimeMillis(),
                    Bytes.toBytes(7L)));
      }
    }
    return name;
  }

  private static User user(String name) {
    return User.createUserForTesting(cluster.conf(), name, new String[0]);
  }

  private static void grant(String user, TableName table, String family) throws Exception {
    grant(user, table, family, Permission.Action.READ);
  }

  private static void grant(String user, TableName table, String family, Permission.Action action)
      throws Exception {
    try {
      AccessControlClient.grant(
          cluster.connection(), table, user, Bytes.toBytes(family), null, action);
    } catch (Exception | Error failed) {
      throw failed;
    } catch (Throwable failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static <T> T as(User user, TableName table, Read<T> read) throws Exception {
    return user.runAs(
        (PrivilegedExceptionAction<T>)
            () -> {
              try (SedimentClient client = SedimentClient.connect(cluster.conf(), table)) {
                return read.read(client);
              }
            });
  }

  private interface Read<T> {
    T read(SedimentClient client) throws IOException;
  }

  @Test
  void whoMayNotReadGetsAccessDeniedAsForAScan() throws Exception {
    TableName name = filled();
    User eve = user("eve");
    assertThatThrownBy(() -> as(eve, name, client -> client.getTotals(ROW, TotalsQuery.all())))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(
            () -> as(eve, name, client -> client.sumTotals(RowRange.all(), TotalsQuery.all())))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(
            () ->
                as(
                    eve,
                    name,
                    client ->
                        client.scanTotals(RowRange.all(), TotalsQuery.all()).iterator().hasNext()))
        .hasCauseInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(
            () -> as(eve, name, client -> client.getTotals(ROW, TotalsQuery.all().asOf(1))))
        .isInstanceOf(AccessDeniedException.class);
  }

  @Test
  void whoMayReadAFamilyGetsItsTotalsAndNoOthers() throws Exception {
    TableName name = filled();
    User bob = user("bob");
    grant("bob", name, "x");
    RowTotals totals =
        as(bob, name, client -> client.getTotals(ROW, TotalsQuery.all().family("x")));
    assertThat(totals.get("x", "qty").orElseThrow().longValue()).isEqualTo(7);
    assertThatThrownBy(
            () -> as(bob, name, client -> client.getTotals(ROW, TotalsQuery.all().family("y"))))
        .isInstanceOf(AccessDeniedException.class);
    // as for a scan of both families, which the access controller narrows to what he may see
    int scanned =
        bob.runAs(
            (PrivilegedExceptionAction<Integer>)
                () -> {
                  try (Connection connection = ConnectionFactory.createConnection(cluster.conf());
                      Table table = connection.getTable(name);
                      ResultScanner results = table.getScanner(new Scan())) {
                    return results.next().size();
                  }
                });
    RowTotals both = as(bob, name, client -> client.getTotals(ROW, TotalsQuery.all()));
    assertThat(both.totals()).hasSize(scanned);
  }

  @Test
  void whoMayReadOneCounterSeesItInAPlainReadAndNoOther() throws Exception {
    TableName name =
        cluster.create(TestRegion.builder().delta("x").familyValue("x", "sediment.read", "total"));
    byte[] x = Bytes.toBytes("x");
    byte[] qty = Bytes.toBytes("qty");
    try (Table table = cluster.table(name)) {
      for (String column : List.of("qty:1", "qty:2", "price:1")) {
        table.put(
            new Put(ROW)
                .addColumn(
                    x, Bytes.toBytes(column), System.currentTimeMillis(), Bytes.toBytes(7L)));
      }
    }
    User dora = user("dora");
    try {
      AccessControlClient.grant(cluster.connection(), name, "dora", x, qty, Permission.Action.READ);
    } catch (Exception | Error failed) {
      throw failed;
    } catch (Throwable failed) {
      throw new IllegalStateException(failed);
    }
    List<Result> seen =
        dora.runAs(
            (PrivilegedExceptionAction<List<Result>>)
                () -> {
                  try (Connection connection = ConnectionFactory.createConnection(cluster.conf());
                      Table table = connection.getTable(name);
                      ResultScanner scanned = table.getScanner(new Scan())) {
                    return List.of(
                        table.get(new Get(ROW).addColumn(x, qty)),
                        table.get(new Get(ROW)),
                        scanned.next());
                  }
                });
    for (Result result : seen) {
      assertThat(result.size()).isEqualTo(1);
      assertThat(Bytes.toLong(result.getValue(x, qty))).isEqualTo(14);
    }
  }

  private static EventOutcome apply(User user, TableName table, ChangeEvent event)
      throws Exception {
    return user.runAs(
        (PrivilegedExceptionAction<EventOutcome>)
            () -> {
              try (AsyncConnection connection =
                      ConnectionFactory.createAsyncConnection(cluster.conf()).get();
                  EventApplier applier = EventApplier.of(connection, table)) {
                CompletableFuture<EventOutcome> outcome = applier.apply(event);
                applier.flush();
                return outcome.get();
              }
            });
  }

  private static ChangeEvent.Builder event() {
    return ChangeEvent.of(ROW).sequence(Sequence.parse("1")).commitTime(System.currentTimeMillis());
  }

  @Test
  void anEventNeedsThePermissionsOfThePutsAndDeletesItStandsFor() throws Exception {
    TableName name = cluster.create(TestRegion.builder().sequence().upsert("u").upsert("v"));
    User carol = user("carol");
    ColumnName u = new ColumnName(Bytes.toBytes("u"), ROW);
    ColumnName v = new ColumnName(Bytes.toBytes("v"), ROW);
    assertThatThrownBy(() -> apply(carol, name, event().set(u, ROW).build()))
        .hasCauseInstanceOf(AccessDeniedException.class);
    grant("carol", name, "u", Permission.Action.WRITE);
    assertThat(apply(carol, name, event().set(u, ROW).build()).kind())
        .isEqualTo(EventOutcome.Kind.APPLIED);
    assertThatThrownBy(() -> apply(carol, name, event().set(v, ROW).build()))
        .hasCauseInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> apply(carol, name, event().setNull(v).build()))
        .hasCauseInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> apply(carol, name, event().deleteRow().build()))
        .hasCauseInstanceOf(AccessDeniedException.class);
  }

  private static void put(User user, TableName table, String... cells) throws Exception {
    user.runAs(
        (PrivilegedExceptionAction<Void>)
            () -> {
              try (Connection connection = ConnectionFactory.createConnection(cluster.conf());
                  Table opened = connection.getTable(table)) {
                Put put = new Put(ROW, System.currentTimeMillis());
                for (String cell : cells) {
                  String[] parts = cell.split(":", 2);
                  int equals = parts[1].lastIndexOf('=');
                  put.addColumn(
                      Bytes.toBytes(parts[0]),
                      Bytes.toBytes(parts[1].substring(0, equals)),
                      Bytes.toBytes(parts[1].substring(equals + 1)));
                }
                opened.put(put);
                return null;
              }
            });
  }

  private static int cells(TableName table) throws IOException {
    try (Table opened = cluster.table(table)) {
      return opened.get(new Get(ROW)).size();
    }
  }

  /** The access controller sees the family m only, of which the Put says what to remove. */
  @Test
  void aPutThatRemovesNeedsThePermissionsOfTheDelete() throws Exception {
    TableName name = cluster.create(TestRegion.builder().sequence().upsert("u").upsert("v"));
    User dave = user("dave");
    put(User.getCurrent(), name, "m:seq=1", "u:a=1", "v:a=1");
    grant("dave", name, "m", Permission.Action.WRITE);
    grant("dave", name, "u", Permission.Action.WRITE);
    assertThatThrownBy(() -> put(dave, name, "m:seq=2", "m:op=delete"))
        .isInstanceOf(AccessDeniedException.class);
    assertThatThrownBy(() -> put(dave, name, "m:seq=2", "m:null:v:a="))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(cells(name)).isEqualTo(3);
    put(dave, name, "m:seq=3", "m:null:u:a=");
    assertThat(cells(name)).isEqualTo(2);
    grant("dave", name, "v", Permission.Action.WRITE);
    put(dave, name, "m:seq=4", "m:op=delete");
    assertThat(cells(name)).isZero();
  }
}
