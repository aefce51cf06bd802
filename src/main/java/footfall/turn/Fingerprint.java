package footfall.turn;

import footfall.line.Intent;
import footfall.line.Sha256;
import footfall.loop.Level;
import footfall.loop.Loop;
import footfall.row.RowWriter;
import java.nio.ByteBuffer;

/**
 * Detects whether a turn changed since its last emission: the first 8 bytes of the SHA-256 of its fields
 * without the revision. Stored: a change of the field order causes one more revision of every affected turn.
 */
final class Fingerprint {
    private Fingerprint() {}

    static long of(Turn turn) {
        var out = new RowWriter();
        writeWhatStepsRepeat(out, turn);
        out.constant(turn.prompt().trigger());
        out.text(turn.prompt().promptUuid());
        out.text(turn.prompt().promptId());
        out.instant(turn.span().startedAt());
        out.instant(turn.span().endedAt());
        out.unsigned(turn.span().durationMs());
        out.constant(turn.span().closedBy());
        out.flag(turn.span().interrupted());
        out.text(turn.parent().parentTurnId());
        out.text(turn.parent().parentToolUseId());
        out.unsigned(turn.compactions());
        out.text(turn.product().agentVersion());
        TurnBytes.writeSpend(out, turn.spend());
        turn.steps().forEach(step -> StepBytes.writeStep(out, step));
        // Only where there are some: without, the hash stays that of builds that did not have them.
        long hourWrites = turn.spend().tokens().withZeros().cacheCreation1h();
        if (hourWrites > 0) {
            out.unsigned(hourWrites);
        }
        if (turn.spend().tokens().searches() > 0) {
            out.unsigned(turn.spend().tokens().searches());
        }
        if (turn.spend().priceList() != null) {
            out.text(turn.spend().priceList());
        }
        turn.spend().usage().forEach(one -> HourTokens.write(out, one));
        if (turn.parent().subagentType() != null) {
            out.text(turn.parent().subagentType());
        }
        if (turn.steps().stream().anyMatch(step -> step.result().subject() != null)) {
            turn.steps().forEach(step -> out.text(step.result().subject()));
        }
        if (turn.steps().stream().anyMatch(Fingerprint::isIntentOfCommand)) {
            turn.steps().forEach(step -> out.text(step.use().intent()));
        }
        turn.detours().returns().forEach((kind, count) -> {
            out.text(kind);
            out.unsigned(count);
        });
        turn.detours().loops().stream().filter(Loop::oneTarget).forEach(loop -> {
            out.unsigned(loop.from());
            if (loop.level() == Level.INTENT) {
                out.constant(loop.level());
            }
        });
        return hash(out.done());
    }

    private static boolean isIntentOfCommand(Step step) {
        var use = step.use();
        return use.intent() != null && !use.intent().equals(Intent.of(use.tool()));
    }

    /** The fields of the turn that are repeated in every step's row. */
    static long ofWhatStepsRepeat(Turn turn) {
        var out = new RowWriter();
        writeWhatStepsRepeat(out, turn);
        out.text(turn.product().agentVersion());
        return hash(out.done());
    }

    private static void writeWhatStepsRepeat(RowWriter out, Turn turn) {
        out.text(turn.id().turnId());
        out.unsigned(turn.size().length());
        out.flag(turn.size().isLong());
        out.text(turn.prompt().copyOf());
        out.text(turn.origin().project());
        out.text(turn.origin().host());
        out.text(turn.origin().user());
    }

    private static long hash(byte[] bytes) {
        return ByteBuffer.wrap(Sha256.of(bytes)).getLong();
    }
}
