/**
 * Emits {@link footfall.redact.RedactedLine}s from {@link footfall.redact.RawLine}s: the only door out of the
 * machine. An allow-list: what is not named does not leave. Holds the calls that wait for their results.
 * Knows nothing of Kafka or files. Promise 8 in topology-docs/guarantees.md is kept here.
 */
package footfall.redact;
