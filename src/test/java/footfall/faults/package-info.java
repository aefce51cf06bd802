/**
 * Emits random programs of faults, and runs them over real processes: a broker behind a proxy, processors, shippers.
 * Each {@link footfall.faults.Guarantee} watches both ends, the files and the topics with the answers of the
 * processors, and says which line or turn breaks it.
 */
package footfall.faults;
