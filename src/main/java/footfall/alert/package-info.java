/**
 * Emits {@link footfall.alert.Alert}s from the steps and turns of {@link footfall.turn.TurnFold}, while a
 * turn runs or hangs; {@link footfall.alert.OutageAlerts} from failures of one tool over all sessions. An
 * alert is raised once a level and cleared when its turn closes or its outage is over; history and copies are
 * no news. Holds one row of fixed size a trail, one a failing tool. Knows nothing of Kafka; arrival is an
 * argument. Promise 9
 * in topology-docs/guarantees.md is kept here.
 */
package footfall.alert;
