package footfall.turn;

/**
 * What was last emitted of a turn: its revision, a fingerprint of the turn and one of what its steps repeat
 * of it, and what it gave to the tallies (null for a copy).
 */
public record Emitted(int revision, long fingerprint, long stepsFingerprint, Contribution contribution) {}
