/**
 * Emits {@link footfall.session.SessionSummary}s from redacted {@link footfall.line.Line}s: the running cost
 * and counts of a session; and {@link footfall.session.SessionReport}s from local files, with texts and paths
 * that are only for the owner's terminal. Sums of the summary are kept in rows, so the cost of a line does
 * not depend on the session's length; a report holds counts and bounded lists, never a line. Knows nothing of
 * Kafka; ingestion times and deadlines are arguments. Promises 13 and 19 in topology-docs/guarantees.md are
 * kept here.
 */
package footfall.session;
