/**
 * The shell in the region server: observer hooks, row locks, row cache, fold scanner, endpoint,
 * settings, metrics.
 *
 * <p>Imports {@code model}, {@code fold}, {@code guard}, {@code protocol} and HBase's server API.
 * Read {@code SedimentCoprocessor} first, then {@code SedimentObserver}.
 */
package org.sediment.coprocessor;
