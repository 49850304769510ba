package org.sediment.bench;

import com.google.protobuf.ByteString;
import com.google.protobuf.ServiceException;
import java.io.IOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Table;
import org.sediment.protocol.SedimentProtos.CounterTotal;
import org.sediment.protocol.SedimentProtos.GetStatusRequest;
import org.sediment.protocol.SedimentProtos.GetStatusResponse;
import org.sediment.protocol.SedimentProtos.GetTotalsRequest;
import org.sediment.protocol.SedimentProtos.GetTotalsResponse;
import org.sediment.protocol.SedimentProtos.KeyRange;
import org.sediment.protocol.SedimentProtos.SedimentService;
import org.sediment.protocol.SedimentProtos.SumTotalsRequest;
import org.sediment.protocol.SedimentProtos.SumTotalsResponse;

/** Sediment's endpoint as the bare protocol shows it, for tables of one region. */
final class SedimentRpc {
  private SedimentRpc() {}

  /** The only total of a row; fails unless there is exactly one and it is exact. */
  static CounterTotal total(Table table, byte[] row) throws IOException {
    GetTotalsRequest request =
        GetTotalsRequest.newBuilder().addRow(ByteString.copyFrom(row)).build();
    try {
      GetTotalsResponse answer = stub(table, row).getTotals(null, request);
      if (answer.getRowCount() != 1 || answer.getRow(0).getTotalCount() != 1) {
        throw new IOException("not one total: " + answer);
      }
      return exact(answer.getRow(0).getTotal(0));
    } catch (ServiceException e) {
      throw new IOException(e);
    }
  }

  /** The only sum over all rows of a table, in as many pages as it takes. */
  static long sum(Table table) throws IOException {
    long sum = 0;
    ByteString cursor = ByteString.EMPTY;
    try {
      do {
        SumTotalsRequest request =
            SumTotalsRequest.newBuilder()
                .setRange(KeyRange.newBuilder().setStart(cursor).setStop(ByteString.EMPTY))
                .build();
        SumTotalsResponse answer = stub(table, cursor.toByteArray()).sumTotals(null, request);
        for (CounterTotal total : answer.getSumList()) {
          sum = Math.addExact(sum, exact(total).getValue());
        }
        if (!answer.getCovered().getStart().equals(cursor)) {
          throw new IOException("a gap before " + answer.getCovered());
        }
        cursor = answer.getCovered().getStop();
      } while (!cursor.isEmpty());
    } catch (ServiceException e) {
      throw new IOException(e);
    }
    return sum;
  }

  /** What the table's first region says of itself. */
  static GetStatusResponse status(Table table) throws IOException {
    try {
      return stub(table, HConstants.EMPTY_START_ROW)
          .getStatus(null, GetStatusRequest.getDefaultInstance());
    } catch (ServiceException e) {
      throw new IOException(e);
    }
  }

  private static SedimentService.BlockingInterface stub(Table table, byte[] row) {
    return SedimentService.newBlockingStub(table.coprocessorService(row));
  }

  private static CounterTotal exact(CounterTotal total) throws IOException {
    if (total.getOutcome() != CounterTotal.Outcome.EXACT) {
      throw new IOException("no exact total: " + total);
    }
    return total;
  }
}
