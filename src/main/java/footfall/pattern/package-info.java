/**
 * Emits {@link footfall.pattern.Pattern}s and {@link footfall.pattern.Tool}s from the contributions of turns
 * to tallies. The entry point is {@link footfall.pattern.Tallies}; {@link footfall.pattern.PatternQuery}
 * parses patterns that users type. Holds sums, session names and the five latest turns of each subject;
 * {@link footfall.pattern.RunningTally} holds them in rows and applies deltas. Knows no clock: the range is
 * an argument. See {@code TalliesTest}. Promises 14 and 15 in topology-docs/guarantees.md are kept here.
 */
package footfall.pattern;
