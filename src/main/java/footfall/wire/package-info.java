/**
 * Emits {@link footfall.wire.Channel}s: every topic with serdes, key, partitioner, cleanup policy and
 * retention, and the JSON of its records. The entry point is {@link footfall.wire.Channels}; no other package
 * names a topic. Holds nothing. Uses Kafka's serialization, but neither clients nor streams. Promises 10 and 19
 * in topology-docs/guarantees.md are kept here.
 */
package footfall.wire;
