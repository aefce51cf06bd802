/**
 * Emits answers over HTTP: the API, the files of the dashboard, metrics and health of the process, each a
 * {@link footfall.serve.Route}.
 * All requests pass the same checks ({@link footfall.serve.Doors}): rate, size, host name, method, token, parameters.
 * Holds counters only; it asks {@code view.Answers} and knows nothing of Kafka.
 * See {@code DoorsTest}, {@code AttacksTest}, {@code ApiTest}, {@code PagesTest} and {@code OpenApiTest}.
 * Promises 23 and 26 in topology-docs/guarantees.md are kept here.
 */
package footfall.serve;
