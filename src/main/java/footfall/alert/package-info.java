/**
 * Emits {@link footfall.alert.Alert}s from the steps and turns of {@link footfall.turn.TurnFold}, while a
 * turn runs. An alert is raised once a level and cleared when its turn closes; history and copies are no
 * news. {@link footfall.alert.OutageAlerts} sees one tool over all sessions. Holds one small row a trail, one a
 * failing tool. Knows nothing of Kafka; arrival is an argument. Promise 9 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.alert;
