/**
 * The paths inside a turn: emits {@link footfall.loop.Loop}, {@link footfall.loop.Repeat}, {@link
 * footfall.loop.Recovery} and counts of returns, from the steps of one turn in order. Pure and linear in the number of
 * steps. Each is defined in {@code topology-docs/loops.md}; see {@code LoopsTest}.
 */
package footfall.loop;
