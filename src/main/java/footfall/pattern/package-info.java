/**
 * Emits {@link footfall.pattern.Pattern}s and {@link footfall.pattern.Tool}s from what turns give to the
 * tallies. Enter at {@link footfall.pattern.Tallies}; a person's spelling of a pattern is read by {@link
 * footfall.pattern.PatternQuery}. Holds sums, session names and the five latest turns of each subject; {@link
 * footfall.pattern.RunningTally} holds them in rows, and follows turns as their deltas come.
 * Knows nothing of clocks: the range is given. See {@code TalliesTest}.
 * Promises 14 and 15 in topology-docs/guarantees.md are kept here.
 */
package footfall.pattern;
