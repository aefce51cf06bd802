/**
 * Emits the running topology: lines in; turns, invocations, alerts, patterns, tools, desires and
 * rejected places out; enter at {@link footfall.topology.FootfallTopology}.
 * Thin shells around the pure folds; the only package that knows Kafka Streams and RocksDB.
 * Holds the stores of topology-docs/tables.md. Their names, keys and bytes are API.
 * Promises 3, 4, 11, 14 and 15 in topology-docs/guarantees.md are kept here.
 */
package footfall.topology;
