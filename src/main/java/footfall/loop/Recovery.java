package footfall.loop;

/**
 * The steps from a failed call to the next success of its tool in the turn. {@code from}: the sequence of the failed
 * step. {@code recovered}: there was such a success; else {@code steps} is 1. {@code way}: the pattern of the tools of
 * its steps, cut after {@link Recoveries#WAY_MAX} elements.
 */
public record Recovery(int from, String tool, boolean recovered, int steps, String way) {}
