/**
 * Kafka's package, for one class that takes the place of Kafka's: the clock of its clients, which never goes back.
 * The class path has footfall's classes before Kafka's; {@code SystemTimeTest} holds it.
 * Reaches nothing of footfall. Promise 4 in topology-docs/guarantees.md is kept here, too.
 */
package org.apache.kafka.common.utils;
