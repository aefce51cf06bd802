/**
 * Emits {@link footfall.wire.Channel}s: every topic with its serdes, key, partitioner, cleanup and retention,
 * and the JSON of its records. Enter at {@link footfall.wire.Channels}; no other package spells a topic.
 * Holds nothing. Knows Kafka's serialization, neither clients nor streams. Promise 10 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.wire;
