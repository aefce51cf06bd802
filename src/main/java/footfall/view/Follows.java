package footfall.view;

import footfall.eventlog.FollowsGraph;
import footfall.loop.Level;

/**
 * Which call directly follows which, in turns: calls are named by their tool, or by what they were for.
 * {@code callsOmitted}: calls that the records of very long turns omit; they are not in the graph.
 */
public record Follows(Level level, FollowsGraph graph, long callsOmitted) {}
