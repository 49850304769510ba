package org.sediment.bench;

/** One comparison of the suite. */
interface Benchmark {
  /** Its name on the command line and in the figures. */
  String name();

  /**
   * Measures, then checks the end state.
   *
   * @throws WrongEndState if what is stored is not what was sent: there is no figure then
   */
  Figure run(BenchCluster cluster, Scale scale) throws Exception;
}
