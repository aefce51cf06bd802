/**
 * Kafka's package, for one class that takes the place of Kafka's: the timer of the embedded broker, whose thread sleeps
 * until something is due. The class path has footfall's classes before Kafka's; {@code SystemTimerTest} holds it.
 * Reaches nothing of footfall.
 */
package org.apache.kafka.server.util.timer;
