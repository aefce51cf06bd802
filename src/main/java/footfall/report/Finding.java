package footfall.report;

import footfall.call.LineText;
import footfall.line.TrailId;
import footfall.turn.LinePlace;
import java.nio.file.Path;
import java.time.Instant;

/**
 * A text that was found. {@code turn} is null for a prompt that began no turn, and for an error without a call
 * in the turn. {@code sequence} and {@code tool} are those of the step; null for a prompt, and without a turn.
 * {@code at} is the time of the line, null when absent. {@code text} is the matching line of the text, with the
 * match at {@code matchAt}.
 */
public record Finding(
        TrailId trail,
        TurnRef turn,
        Integer sequence,
        String tool,
        LineText.Where where,
        Instant at,
        String text,
        int matchAt,
        Source source) {
    /** The file and the number of the line in it, from 1. */
    public record Source(Path file, long line) {}

    static Finding of(FindQuestion.Match match, TrailId trail, Instant at, Source source) {
        return new Finding(trail, null, null, null, match.where(), at, match.line(), match.at(), source);
    }

    /** In a step by its order, until all lines are folded. */
    Finding in(TurnRef found, LinePlace.Step step) {
        var order = step.exists() ? step.order() : null;
        return new Finding(trail, found, order, step.tool(), where, at, text, matchAt, source);
    }

    /** With the sequence of its step. */
    Finding settled(DroppedSteps dropped) {
        int now = sequence == null ? DroppedSteps.NONE : dropped.sequence(turn, sequence);
        boolean isStep = now != DroppedSteps.NONE;
        return new Finding(trail, turn, isStep ? now : null, isStep ? tool : null, where, at, text, matchAt, source);
    }
}
