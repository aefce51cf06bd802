/**
 * Emits {@link footfall.turn.Turn}s and their steps from {@link footfall.line.Line}s; the entry point is
 * {@link footfall.turn.TurnFold}. Stores its state in small rows behind {@link footfall.row.Rows}, so the
 * cost of a line does not depend on the length of its turn. Knows nothing of Kafka, files or clocks:
 * ingestion time and current time are arguments. Promises 2, 3, 4, 7, 19 and 24 in topology-docs/guarantees.md
 * are kept here.
 */
package footfall.turn;
