/**
 * Emits {@link footfall.session.SessionSummary}s from redacted {@link footfall.line.Line}s: what a session
 * has cost and done so far. Sums are kept in rows, so that a line costs what it changes; what a line said is
 * counted once. Knows nothing of Kafka; arrival and deadlines are arguments. Promise 13 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.session;
