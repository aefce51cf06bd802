/**
 * Kafka's package, for one class that takes the place of Kafka's: what a consumer asks of a fetch, which can be changed
 * while it runs. The class path has footfall's classes before Kafka's; {@code FetchConfigTest} holds it.
 * Reaches nothing of footfall.
 */
package org.apache.kafka.clients.consumer.internals;
