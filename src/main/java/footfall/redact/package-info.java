/**
 * Emits {@link footfall.redact.RedactedLine}s from {@link footfall.redact.RedactedLine.RawLine}s: the only way out of
 * the machine. An allow-list: data that is not listed does not leave. Holds open calls. Knows nothing of Kafka or
 * files. Promise 8 in topology-docs/guarantees.md is kept here.
 */
package footfall.redact;
