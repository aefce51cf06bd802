/**
 * Emits the places and values of JSON fields in bytes, for those who read transcripts.
 * Nothing is decoded that is not asked for, and nothing is copied.
 * Knows nothing of what a field means: that is the business of {@code line}, {@code redact} and {@code brief}.
 * {@code JsonScannerProperties} and the fuzz target {@code json} compare it with Jackson.
 * Promise 5 in topology-docs/guarantees.md is kept here.
 */
package footfall.scan;
