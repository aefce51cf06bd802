/**
 * Emits a running Kafka: one embedded KRaft broker on loopback, and topics of a given configuration on any
 * cluster. From {@link footfall.broker.BrokerSettings} and {@link footfall.broker.TopicSpec}s, never from
 * files. Holds the lock of one directory while a broker runs; the next start continues with its contents. See
 * {@code EmbeddedBrokerIT}, {@code StrangersIT} and {@code TopicsIT}. Promise 17 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.broker;
