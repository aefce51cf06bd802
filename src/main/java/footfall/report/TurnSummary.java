package footfall.report;

import footfall.turn.Position;
import footfall.turn.Turn;
import java.time.Instant;

/**
 * What is known without loading the turn; {@code startedAt} is null for a turn without a time,
 * {@code project} when unknown.
 */
public record TurnSummary(TurnRef name, Instant startedAt, int length, String project, boolean isCopy) {
    public Position position() {
        return new Position(startedAt, name.turnId());
    }

    /** Puts a turn, in place of its earlier revision; returns as {@link TurnSpill#put}. */
    static boolean put(TurnSpill<TurnSummary> spill, Turn turn) {
        var name = spill.name(turn);
        var known = new TurnSummary(
                name,
                turn.span().startedAt(),
                turn.size().length(),
                spill.word(turn.origin().project()),
                turn.prompt().copyOf() != null);
        return spill.put(name, known, turn);
    }
}
