/**
 * Emits messages to systems that are not Kafka: {@link footfall.relay.AlertMessage}s to webhooks. The formats
 * are pure functions; {@link footfall.relay.RelayLoop} reads a topic and commits an offset only after its record
 * was delivered or sent to the dead-letter topic. Holds what waits to be sent, in memory only. See
 * {@code MessageFormatTest}, {@code BurstsTest} and {@code RelayIT}.
 */
package footfall.relay;
