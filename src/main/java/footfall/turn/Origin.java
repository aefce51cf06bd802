package footfall.turn;

/** Where and by whom work was done; each is null while no line has told it. */
public record Origin(String project, String host, String user) implements Group {}
