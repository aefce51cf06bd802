package footfall.turn;

import footfall.line.SessionId;
import footfall.line.Trigger;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.math.BigDecimal;

/**
 * The bytes of a turn in a temporary file: the groups in the order of the record. They have no version, as no
 * other run reads them.
 */
public final class TurnBytes {
    private static final Trigger[] TRIGGERS = Trigger.values();
    private static final ClosedBy[] CLOSED_BY = ClosedBy.values();

    private TurnBytes() {}

    public static byte[] of(Turn turn) {
        var out = new RowWriter();
        out.text(turn.id().turnId());
        out.text(turn.id().sessionId().value());
        out.text(turn.id().agentId());
        out.unsigned(turn.id().index());
        out.constant(turn.prompt().trigger());
        out.text(turn.prompt().promptUuid());
        out.text(turn.prompt().promptId());
        out.text(turn.prompt().copyOf());
        out.instant(turn.span().startedAt());
        out.instant(turn.span().endedAt());
        out.unsigned(turn.span().durationMs());
        out.optional(turn.span().elapsedMs(), RowWriter::signed);
        out.constant(turn.span().closedBy());
        out.flag(turn.span().interrupted());
        out.list(turn.steps(), TurnBytes::writeStep);
        out.unsigned(turn.stepsOmitted());
        out.optional(turn.totals(), Totals::write);
        out.text(turn.parent().parentTurnId());
        out.text(turn.parent().parentToolUseId());
        out.text(turn.parent().subagentType());
        out.unsigned(turn.size().length());
        out.text(turn.size().pattern());
        out.flag(turn.size().isLong());
        out.unsigned(turn.spend().tokens().withZeros().cacheCreation1h());
        out.unsigned(turn.spend().tokens().searches());
        out.text(turn.spend().priceList());
        writeSpend(out, turn.spend());
        out.list(turn.spend().usage(), HourTokens::write);
        Detours.write(out, turn.detours());
        out.unsigned(turn.compactions());
        out.unsigned(turn.revision());
        out.text(turn.product().agent());
        out.text(turn.product().agentVersion());
        out.text(turn.origin().project());
        out.text(turn.origin().host());
        out.text(turn.origin().user());
        return out.done();
    }

    private static void writeStep(RowWriter out, Step step) {
        out.unsigned(step.sequence());
        out.text(step.use().intent());
        out.text(step.result().subject());
        StepBytes.writeStep(out, step);
    }

    /** All but one-hour cache writes, searches, the price list and usage. {@link Fingerprint} hashes these bytes. */
    static void writeSpend(RowWriter out, Turn.Spend spend) {
        var counts = spend.tokens().withZeros();
        out.unsigned(spend.tokens().isComplete() ? counts.input() : Tokens.NOT_REPORTED);
        out.unsigned(counts.output());
        out.unsigned(counts.cacheCreation());
        out.unsigned(counts.cacheRead());
        out.list(spend.models(), RowWriter::text);
        out.text(spend.costUsd() == null ? null : spend.costUsd().toPlainString());
        out.list(spend.unpricedModels(), RowWriter::text);
    }

    /** Reads what {@link #of} wrote. */
    public static Turn read(byte[] bytes) {
        var in = new RowReader(bytes);
        return new Turn(
                new Turn.Id(in.text(), new SessionId(in.text()), in.text(), in.number()),
                new Turn.Prompt(in.constant(TRIGGERS), in.text(), in.text(), in.text()),
                new Turn.Span(
                        in.instant(),
                        in.instant(),
                        in.unsigned(),
                        in.optional(RowReader::signed),
                        in.constant(CLOSED_BY),
                        in.flag()),
                in.list(row -> StepBytes.readStep(row.number(), row.text(), row.text(), row)),
                in.number(),
                in.optional(Totals::read),
                new Turn.Parent(in.text(), in.text(), in.text()),
                new Turn.Size(in.number(), in.text(), in.flag()),
                readSpend(in),
                Detours.read(in),
                in.number(),
                in.number(),
                new Turn.Product(in.text(), in.text()),
                new Origin(in.text(), in.text(), in.text()));
    }

    private static Turn.Spend readSpend(RowReader in) {
        long hourWrites = in.unsigned();
        long searches = in.unsigned();
        var priceList = in.text();
        var tokens = new Tokens(in.unsigned(), in.unsigned(), in.unsigned(), hourWrites, in.unsigned(), searches);
        return new Turn.Spend(
                tokens.input() == Tokens.NOT_REPORTED ? Tokens.ofOutput(tokens.output()) : tokens,
                in.list(RowReader::text),
                decimal(in.text()),
                in.list(RowReader::text),
                priceList,
                in.list(HourTokens::read));
    }

    private static BigDecimal decimal(String text) {
        return text == null ? null : new BigDecimal(text);
    }
}
