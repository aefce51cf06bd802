/**
 * Emits {@link footfall.turn.Turn}s and their steps from {@link footfall.line.Line}s; enter at {@link
 * footfall.turn.TurnFold}. Holds its state as small rows behind {@link footfall.row.Rows}, so a line costs
 * what it changes and never the length of its turn. Knows nothing of Kafka, files or clocks: arrival and now
 * are arguments. Promises 2, 3, 4 and 7 in topology-docs/guarantees.md are kept here.
 */
package footfall.turn;
