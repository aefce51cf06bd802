package footfall.turn;

import footfall.line.Group;

/** Where and by whom work was done. Each component is null until a line contains it. */
public record Origin(String project, String host, String user) implements Group {}
