/**
 * Emits answers over HTTP: metrics and health of the process, each a {@link footfall.serve.Route}.
 * All requests pass the same checks ({@link footfall.serve.Doors}): rate, host name, method, token.
 * Holds counters only; it reads running state through {@code view} and knows nothing of Kafka.
 * See {@code DoorsTest}, {@code HealthTest} and {@code MetricsTest}.
 */
package footfall.serve;
