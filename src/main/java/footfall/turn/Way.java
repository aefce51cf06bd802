package footfall.turn;

/** The pattern of the steps of recoveries, and how often they went this way. */
public record Way(String way, long count) {}
