/**
 * Emits messages to systems that are not Kafka: {@link footfall.relay.AlertMessage}s to webhooks, turns as
 * spans. The formats are pure functions; {@link footfall.relay.RelayLoop} reads a topic and commits an offset
 * only after its record was delivered or sent to the dead-letter topic. Holds what waits to be sent, in memory
 * only. Promise 21 in topology-docs/guarantees.md is kept here.
 */
package footfall.relay;
