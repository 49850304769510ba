package org.sediment.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sediment.cdc.Recordings.event;
import static org.sediment.cdc.Recordings.mapping;
import static org.sediment.cdc.Recordings.message;
import static org.sediment.cdc.Recordings.reason;
import static org.sediment.cdc.Recordings.sequence;

import org.junit.jupiter.api.Test;
import org.sediment.model.Sequence;

/** Sequences of every connector: a total order for each key, from the event alone. */
class DebeziumSequenceTest {
  private static final String POSTGRES =
      "'connector':'postgresql','schema':'s','table':'t','ts_ms':5,'snapshot':'%s','lsn':%s,"
          + "'sequence':'[%s,\\\"%s\\\"]'";

  @Test
  void r16ChangesOfConcurrentTransactionsRankByCommit() throws MappingException {
    Sequence other = postgres("u", "false", "\\\"90\\\"", 108);
    Sequence first = postgres("u", "false", "\\\"118\\\"", 100);
    Sequence last = postgres("u", "false", "\\\"118\\\"", 124);
    assertThat(first).isGreaterThan(other);
    assertThat(last).isGreaterThan(first).hasToString("0.118.124.3");
  }

  @Test
  void r29ASnapshotRowRanksBelowEveryStreamEventWhateverItsTime() throws MappingException {
    Sequence read = postgres("r", "last", "null", 40);
    assertThat(postgres("d", "false", "null", 50)).isGreaterThan(read);
    assertThat(postgres("c", "false", "\\\"49\\\"", 50)).isGreaterThan(read);
  }

  @Test
  void aTransactionThatBeganBeforeTheSnapshotAndEndedAfterItIsNewer() throws MappingException {
    assertThat(postgres("u", "false", "null", 30)).isGreaterThan(postgres("r", "true", "null", 40));
  }

  @Test
  void aRestartInTheFirstTransactionDoesNotRankTheRestBelowWhatCameBefore()
      throws MappingException {
    // the connector then takes what it had processed for the last commit, which it has not seen
    assertThat(postgres("u", "false", "\\\"30\\\"", 36))
        .isGreaterThan(postgres("u", "false", "null", 34));
  }

  @Test
  void deleteCreateAndUpdateAtOnePositionComeInThisOrder() throws MappingException {
    assertThat(postgres("c", "false", "\\\"7\\\"", 8))
        .isGreaterThan(postgres("d", "false", "\\\"7\\\"", 8))
        .isLessThan(postgres("u", "false", "\\\"7\\\"", 8));
  }

  @Test
  void aRowOfAnIncrementalSnapshotRanksAtItsPlaceInTheStream() throws MappingException {
    Sequence read = postgres("r", "incremental", "\\\"118\\\"", 120);
    assertThat(read)
        .isGreaterThan(postgres("u", "false", "\\\"118\\\"", 119))
        .isLessThan(postgres("u", "false", "\\\"118\\\"", 120));
  }

  @Test
  void aNewGenerationsSnapshotRanksAboveAllOfTheOldOne() throws MappingException {
    Sequence old = postgres("u", "false", "\\\"99999999999\\\"", 999999999999L);
    assertThat(of(1, "'op':'r'", POSTGRES.formatted("true", 3, "null", 3))).isGreaterThan(old);
  }

  @Test
  void mysqlFilesRankByNumberNotByName() throws MappingException {
    String source =
        "'connector':'mysql','db':'s','table':'t','ts_ms':5,'snapshot':'false','file':'%s',"
            + "'pos':%d,'row':%d";
    Sequence old = of(0, "'op':'u'", source.formatted("mysql-bin.999999", 4_000_000_000L, 7));
    Sequence next = of(0, "'op':'u'", source.formatted("mysql-bin.1000000", 4, 0));
    assertThat(next).isGreaterThan(old).hasToString("0.1000000.4.0.3");
    assertThat(of(0, "'op':'d'", source.formatted("b.1000000", 4, 1))).isGreaterThan(next);
  }

  @Test
  void oracleRanksByCommitThenChangeThenPlaceInTheTransaction() throws MappingException {
    String source =
        "'connector':'oracle','schema':'s','table':'t','ts_ms':5,'commit_ts_ms':9,'snapshot':"
            + "'false','commit_scn':'%s','scn':'%s','rs_id':'001234.00012345.0124','ssn':1%s";
    assertThat(of(0, "'op':'u'", source.formatted("130", "112", "")))
        .hasToString("0.130.112.4660.74565.292.1.3")
        .isGreaterThan(of(0, "'op':'u'", source.formatted("118", "115", "")));
    assertThat(of(0, "'op':'u'", source.formatted("130", "112", ",'txSeq':4")))
        .hasToString("0.130.112.4.3");
    String noCommit = "'connector':'oracle','schema':'s','table':'t','scn':'5'";
    assertThat(reason(read(0, "'op':'u'", noCommit))).contains("LogMiner");
  }

  @Test
  void oraclesCommitTimeIsItsOwnField() throws MappingException {
    String source =
        "'connector':'oracle','schema':'s','table':'t','ts_ms':5,'commit_ts_ms':9,"
            + "'commit_scn':'7','scn':'6','txSeq':1";
    assertThat(event(read(0, "'op':'u'", source)).commitTime()).hasValue(9);
  }

  @Test
  void sqlServerRanksByCommitChangeAndSerial() throws MappingException {
    String source =
        "'connector':'sqlserver','schema':'s','table':'t','ts_ms':%d,'snapshot':'%s',"
            + "'change_lsn':%s,'commit_lsn':'00000027:00000ac0:0007','event_serial_no':%s";
    Sequence stream =
        of(0, "'op':'u'", source.formatted(5, "false", "'00000027:00000ac0:0002'", "'2'"));
    assertThat(stream).hasToString("0.39.2752.7.39.2752.2.2.3");
    Reading snapshot = read(0, "'op':'r'", source.formatted(0, "true", "null", "null"));
    assertThat(sequence(event(snapshot))).isLessThan(stream).hasToString("0.0.0.39.2752.7");
    assertThat(event(snapshot).commitTime()).isEmpty();
  }

  @Test
  void anUnknownConnectorIsRejectedWithTheRemedy() throws MappingException {
    assertThat(reason(read(0, "'op':'u'", "'connector':'db2','schema':'s','table':'t'")))
        .isEqualTo(
            "table s.t, key {\"id\":1}: source.connector is 'db2', whose order is not known; known"
                + " are postgresql, mysql, mariadb, oracle, sqlserver, mongodb; send others as JSON"
                + " lines with a 'seq' of your own");
  }

  @Test
  void aSourceThatLostItsPositionIsRejected() throws MappingException {
    String source = "'connector':'postgresql','schema':'s','table':'t','lsn':5";
    assertThat(reason(read(0, "'op':'u'", source))).contains("source block");
    String mysql = "'connector':'mysql','db':'s','table':'t','file':'log','pos':1,'row':0";
    assertThat(reason(read(0, "'op':'u'", mysql))).contains("source.file is \"log\"");
  }

  private static Sequence postgres(String op, String snapshot, String commit, long lsn)
      throws MappingException {
    return of(0, "'op':'" + op + "'", POSTGRES.formatted(snapshot, lsn, commit, lsn));
  }

  private static Sequence of(long generation, String op, String source) throws MappingException {
    return sequence(event(read(generation, op, source)));
  }

  private static Reading read(long generation, String op, String source) throws MappingException {
    Mapping mapping =
        mapping(
            "generation: " + generation,
            "tables:",
            "  s.t:",
            "    to: t",
            "    row: [{column: id, as: text}]",
            "    columns: {v: 'f:v'}");
    return new DebeziumReader(mapping)
        .read(
            message(
                "{'id':1}",
                "{" + op + ",'before':null,'after':{'id':1,'v':'x'},'source':{" + source + "}}"));
  }
}
