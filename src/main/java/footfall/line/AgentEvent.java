package footfall.line;

/** What one line of an agent says, before the lines around it give it its meaning; see {@link Resolver}. */
public interface AgentEvent {}
