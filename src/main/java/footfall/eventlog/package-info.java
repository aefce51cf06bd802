/**
 * Emits an event log from {@link footfall.turn.Turn}s: one event a step, with its case and activity.
 * Writes it as CSV, JSON Lines, XES and OCEL, each with the same rows; folds it to a graph.
 * Holds the events of one turn at a time; knows no files. Who sorts whole cases is {@code report.EventLog}.
 * What a row means stands in topology-docs/eventlog.md; what holds of every log, in EventLogProperties.
 */
package footfall.eventlog;
