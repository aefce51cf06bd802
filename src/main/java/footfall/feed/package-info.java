/**
 * Emits {@link footfall.view.Feed.Event}s from the topics of turns, alerts, desires and open turns.
 * Reads them once for all subscribers, without a consumer group; a subscriber that is behind the events in memory
 * is brought up to date by a second consumer. A subscriber never blocks another one.
 * Also reads what the shippers of a team reported last, when it is asked.
 * Promises 23 and 26 in topology-docs/guarantees.md are kept here.
 */
package footfall.feed;
