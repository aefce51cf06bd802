/**
 * Emits the running topology: lines in; turns, invocations, alerts, patterns, tools, desires and rejected
 * positions out. The entry point is {@link footfall.topology.FootfallTopology}. Thin shells around the pure
 * folds; the only package that uses Kafka Streams and RocksDB. Holds the stores of topology-docs/topology.md#tables,
 * whose names, keys and bytes must stay compatible. Promises 3, 4, 11, 14, 15, 18, 19,
 * 20 and 24 in topology-docs/guarantees.md are kept here.
 */
package footfall.topology;
