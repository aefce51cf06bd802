/**
 * Emits {@link footfall.wire.Channel}s: every topic with serdes, key, partitioner, cleanup policy and
 * retention, and the JSON of its records. The entry point is {@link footfall.wire.Channels}; no other package
 * names a topic. Holds nothing. Uses Kafka's serialization, but neither clients nor streams. Promise 10 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.wire;
