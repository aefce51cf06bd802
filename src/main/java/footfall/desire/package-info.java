/**
 * Emits {@link footfall.desire.Desire}s: long paths walked again and again, and failures by category.
 * From what turns give to the tallies; enter at {@link footfall.desire.Desires}.
 * Holds sums and members of each subject. Knows nothing of clocks: the range is given.
 * See {@code DesiresTest}. Promise 14 in topology-docs/guarantees.md is kept here.
 */
package footfall.desire;
