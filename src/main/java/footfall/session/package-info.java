/**
 * Emits {@link footfall.session.SessionSummary}s from redacted {@link footfall.line.Line}s, running: what a
 * session has cost and done so far; and {@link footfall.session.SessionReport}s from its files, with the
 * texts and paths that are for the terminal of who owns them. Sums of the summary are kept in rows, so that a
 * line costs what it changes; a report holds counts and bounded lists, never a line. Knows nothing of Kafka;
 * arrival and deadlines are arguments. Promise 13 in topology-docs/guarantees.md is kept here.
 */
package footfall.session;
