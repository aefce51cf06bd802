/**
 * Emits {@link footfall.desire.Desire}s: repeated long patterns, and failures by category. From the
 * contributions of turns to tallies; the entry point is {@link footfall.desire.DesireQuestion#ranked}. Holds
 * nothing. Knows no clock: the range is an argument. See {@code DesiresTest}. Promise 14 in
 * topology-docs/guarantees.md is kept here.
 */
package footfall.desire;
