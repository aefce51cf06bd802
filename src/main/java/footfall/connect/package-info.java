/**
 * Emits Kafka Connect's records, with schemas, from the records of every {@link footfall.wire.Channel}. The
 * entry point is {@link footfall.connect.FootfallConverter}, which a Connect worker loads as a plugin. Holds the
 * schemas, derived from topology-docs/schemas, and no other state. Knows neither sinks nor databases; connectors
 * contains configurations for them. Promise 25 in topology-docs/guarantees.md is kept here.
 */
package footfall.connect;
