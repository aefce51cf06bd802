/**
 * Emits an event log from {@link footfall.turn.Turn}s: one event per step, with case and activity. Writes it
 * as CSV, JSON Lines, XES and OCEL with the same rows, or folds it to a graph. Holds the events of one turn
 * at a time; knows no files. {@code report.EventLog} sorts cases. See topology-docs/eventlog.md for the
 * meaning of a row, and EventLogProperties for the invariants.
 */
package footfall.eventlog;
