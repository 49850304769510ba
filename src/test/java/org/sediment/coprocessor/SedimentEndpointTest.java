package org.sediment.coprocessor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcUtils;
import org.apache.hadoop.hbase.ipc.ServerRpcController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.sediment.protocol.SedimentProtos.GetTotalsRequest;
import org.sediment.protocol.SedimentProtos.GetTotalsResponse;
import org.sediment.protocol.SedimentProtos.SedimentService;
import org.sediment.testing.TestRegion;

/** The service as HBase calls it. */
class SedimentEndpointTest {
  private static GetTotalsResponse call(TestRegion region, GetTotalsRequest request)
      throws IOException {
    return (GetTotalsResponse)
        region
            .region()
            .execService(
                new ServerRpcController(),
                CoprocessorRpcUtils.getCoprocessorServiceRequest(
                        SedimentService.getDescriptor().findMethodByName("GetTotals"), request)
                    .getCall());
  }

  private static GetTotalsRequest rows(String... rows) {
    GetTotalsRequest.Builder out = GetTotalsRequest.newBuilder();
    for (String row : rows) {
      out.addRow(ByteString.copyFromUtf8(row));
    }
    return out.build();
  }

  @Test
  void answersInTheOrderAskedAndLeavesRowsWithoutTotalsOut() throws IOException {
    try (TestRegion region = TestRegion.builder().delta("x").open()) {
      for (String row : List.of("a", "b")) {
        region.put(
            new Put(Bytes.toBytes(row), region.clock().now())
                .addColumn(Bytes.toBytes("x"), Bytes.toBytes("c:1"), Bytes.toBytes(3L)));
      }
      GetTotalsResponse answer = call(region, rows("b", "none", "a", "b"));
      assertThat(answer.getAnswered()).isEqualTo(4);
      assertThat(answer.getRowList())
          .extracting(row -> row.getRow().toStringUtf8())
          .containsExactly("b", "a", "b");
      assertThat(answer.getRow(0).getTotal(0).getValue()).isEqualTo(3);
    }
  }

  @Test
  void tooManyRowsAndEmptyRowsAreRefusedForGood() throws IOException {
    try (TestRegion region = TestRegion.builder().delta("x").open()) {
      List<String> many = new ArrayList<>();
      for (int i = 0; i <= 10_000; i++) {
        many.add("r" + i);
      }
      assertThatThrownBy(() -> call(region, rows(many.toArray(String[]::new))))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("10001")
          .hasMessageContaining("10000");
      assertThatThrownBy(() -> call(region, rows("")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("empty");
    }
  }

  @Test
  void aTableWithoutDeltaFamilyHasNoTotalsAndSaysSo() throws IOException {
    try (TestRegion region = TestRegion.builder().sequence().upsert("u").open()) {
      assertThatThrownBy(() -> call(region, rows("a")))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("sediment.kind = delta");
    }
  }

  @Test
  void aServiceThatIsNotStartedSendsTheClientLooking() {
    SedimentEndpoint endpoint = new SedimentEndpoint();
    ServerRpcController controller = new ServerRpcController();
    List<Message> answers = new ArrayList<>();
    endpoint.getTotals(controller, rows("a"), answers::add);
    assertThat(answers).isEmpty();
    assertThat(controller.getFailedOn()).isInstanceOf(NotServingRegionException.class);
  }
}
