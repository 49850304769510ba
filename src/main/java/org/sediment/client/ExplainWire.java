package org.sediment.client;

import com.google.protobuf.ByteString;
import java.util.Optional;
import java.util.OptionalLong;
import org.sediment.model.ColumnName;
import org.sediment.model.Sequence;
import org.sediment.protocol.SedimentProtos.EventForecast;
import org.sediment.protocol.SedimentProtos.EventQuestion;
import org.sediment.protocol.SedimentProtos.ExplainRowRequest;
import org.sediment.protocol.SedimentProtos.ExplainRowResponse;

/** Question and answer about a row as messages of the RPC. Stateless. */
final class ExplainWire {
  private ExplainWire() {}

  static ExplainRowRequest request(byte[] row, Optional<RowExplanation.Question> asked) {
    ExplainRowRequest.Builder out = ExplainRowRequest.newBuilder().setRow(ByteString.copyFrom(row));
    asked.ifPresent(question -> out.setEvent(event(question)));
    return out.build();
  }

  private static EventQuestion event(RowExplanation.Question question) {
    EventQuestion.Builder out =
        EventQuestion.newBuilder()
            .setSequence(ByteString.copyFromUtf8(question.sequence().canonical()))
            .setTime(question.time())
            .setRowDelete(question.rowDelete());
    for (ColumnName column : question.columns()) {
      out.addFamily(ByteString.copyFrom(column.family()))
          .addQualifier(ByteString.copyFrom(column.qualifier()));
    }
    return out.build();
  }

  static RowExplanation explanation(ExplainRowResponse answer) {
    return new RowExplanation(
        answer.getGuard(),
        answer.hasSequence() ? Optional.of(Sequence.parse(answer.getSequence())) : Optional.empty(),
        answer.getLive(),
        time(answer.hasLastEffective(), answer.getLastEffective()),
        time(answer.hasDeletedEffective(), answer.getDeletedEffective()),
        time(answer.hasDeletedCommit(), answer.getDeletedCommit()),
        answer.getCellList().stream()
            .map(
                cell ->
                    new RowExplanation.StoredCell(
                        new ColumnName(
                            cell.getFamily().toByteArray(), cell.getQualifier().toByteArray()),
                        cell.getTime(),
                        cell.getType(),
                        cell.getValue().toByteArray(),
                        cell.getNote()))
            .toList(),
        answer.getCut(),
        Wire.totals(answer.getTotalList()),
        answer.hasEvent() ? Optional.of(forecast(answer.getEvent())) : Optional.empty());
  }

  private static RowExplanation.Forecast forecast(EventForecast message) {
    return new RowExplanation.Forecast(
        EventOutcome.Kind.valueOf(message.getOutcome()),
        message.getReason(),
        time(message.hasEffective(), message.getEffective()));
  }

  private static OptionalLong time(boolean known, long millis) {
    return known ? OptionalLong.of(millis) : OptionalLong.empty();
  }
}
