/**
 * Targets of the fuzzer Jazzer: each has a method {@code fuzzerTestOneInput}, which throws when a promise is broken.
 * {@code FuzzCorpusTest} passes the committed inputs to each target; {@code src/fuzz/run} searches for others, see
 * {@code topology-docs/develop/long-runs.md}.
 */
package footfall.fuzz;
