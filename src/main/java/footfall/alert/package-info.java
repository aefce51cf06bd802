/**
 * Emits {@link footfall.alert.Alert}s from the steps and turns of {@link footfall.turn.TurnFold} while a turn
 * is open; {@link footfall.alert.OutageAlerts} from failures of one tool in all sessions. A level is raised
 * once, and cleared when its turn closes or what it is about ends; history and copies raise none. Holds one row of
 * fixed size per trail and one per failing tool. Knows nothing of Kafka; the ingestion time is an argument.
 * Promise 9 in topology-docs/guarantees.md is kept here.
 */
package footfall.alert;
