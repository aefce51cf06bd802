/**
 * Emits what can be computed from transcript files alone: turns, reports, event logs, briefs. Every file goes
 * through the same folds as in the topology, in file order, parsed in parallel. Holds what a result needs,
 * never lines; large results are spilled to disk. Knows nothing of Kafka and needs no running process.
 * Promise 16 in topology-docs/guarantees.md is kept here.
 */
package footfall.report;
