/**
 * Emits random programs of faults, and runs them over real processes: a broker behind a proxy, processors, shippers, a
 * relay and the worker of a sink. Each {@link footfall.faults.Guarantee} compares the files with the topics, or the
 * topics with what clients have got: answers, spans, events, rows and a page. It says which line or turn breaks it.
 */
package footfall.faults;
