package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/** The bytes of a step, as the state keeps it and as a turn has it. */
final class StepBytes {
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();
    private static final BashCategory[] BASH_CATEGORIES = BashCategory.values();

    private StepBytes() {}

    static void write(RowWriter out, StepRow step) {
        out.unsigned(step.sequence());
        out.text(step.use().tool());
        out.text(step.use().toolUseId());
        out.text(step.batch().messageId());
        out.text(step.batch().parentUuid());
        out.unsigned(step.batch().resultsBefore());
        out.instant(step.use().startedAt());
        out.instant(step.use().completedAt());
        out.constant(step.result().outcome());
        out.text(step.result().error());
        out.constant(step.result().category());
        out.text(step.subject());
        writeCall(out, step.result());
        out.unsigned(step.emissionsBefore());
    }

    static StepRow read(RowReader in) {
        int sequence = in.number();
        var tool = in.text();
        var id = in.text();
        var batch = new StepRow.Batch(in.text(), in.text(), in.number());
        var use = new Step.Use(tool, id, in.instant(), in.instant());
        var outcome = in.constant(OUTCOMES);
        var error = in.text();
        var category = in.constant(CATEGORIES);
        var subject = in.text();
        return new StepRow(sequence, use, batch, result(in, outcome, error, category), subject, in.number());
    }

    /** Of a turn's step all but its place. {@link Fingerprint} hashes these bytes. */
    static void writeStep(RowWriter out, Step step) {
        out.text(step.use().tool());
        out.text(step.use().toolUseId());
        out.instant(step.use().startedAt());
        out.instant(step.use().completedAt());
        out.flag(step.parallel());
        out.constant(step.result().outcome());
        out.text(step.result().error());
        out.constant(step.result().category());
        writeCall(out, step.result());
    }

    static Step readStep(int sequence, RowReader in) {
        var use = new Step.Use(in.text(), in.text(), in.instant(), in.instant());
        boolean parallel = in.flag();
        return new Step(sequence, use, parallel, result(in, in.constant(OUTCOMES), in.text(), in.constant(CATEGORIES)));
    }

    private static void writeCall(RowWriter out, Step.Result result) {
        out.constant(result.bashCategory());
        out.text(result.fileExtension());
        out.unsigned(result.inputBytes());
        out.unsigned(result.resultBytes());
        out.text(result.subagent());
    }

    private static Step.Result result(RowReader in, Outcome outcome, String error, ErrorCategory category) {
        return new Step.Result(
                outcome,
                error,
                category,
                in.constant(BASH_CATEGORIES),
                in.text(),
                in.unsigned(),
                in.unsigned(),
                in.text());
    }
}
