/**
 * Emits {@link footfall.pattern.Pattern}s and {@link footfall.pattern.Tool}s from what turns give to the
 * tallies. Enter at {@link footfall.pattern.Tallies}; a person's spelling of a pattern is read by {@link
 * footfall.pattern.PatternQuery}. Holds sums, session names and the five latest turns of each subject.
 * Knows nothing of clocks: the range is given. See {@code TalliesTest}.
 */
package footfall.pattern;
