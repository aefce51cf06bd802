package footfall.turn;

import footfall.line.BashCategory;
import footfall.line.ErrorCategory;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Target;
import footfall.row.RowReader;
import footfall.row.RowWriter;

/** The bytes of a step, as the state keeps it and as a turn has it. */
final class StepBytes {
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static final Permission[] PERMISSIONS = Permission.values();
    private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();
    private static final BashCategory[] BASH_CATEGORIES = BashCategory.values();

    private StepBytes() {}

    private record Ended(
            Outcome outcome, Permission permission, String error, ErrorCategory category, String subject) {}

    static void write(RowWriter out, StepRow step) {
        out.unsigned(step.order());
        out.text(step.use().tool());
        out.text(step.use().toolUseId());
        out.text(step.batch().messageId());
        out.text(step.batch().parentUuid());
        out.unsigned(step.batch().resultsBefore());
        out.instant(step.use().startedAt());
        out.instant(step.use().completedAt());
        out.constant(step.result().outcome());
        out.constant(step.result().permission());
        out.text(step.result().error());
        out.constant(step.result().category());
        out.text(step.result().subject());
        writeCall(out, step.result());
        out.unsigned(step.emissionsBefore());
        out.text(step.use().intent());
        out.text(step.target() == null ? null : step.target().value());
        out.flag(step.target() != null && step.target().part());
    }

    static StepRow read(RowReader in) {
        int order = in.number();
        var tool = in.text();
        var id = in.text();
        var batch = new StepRow.Batch(in.text(), in.text(), in.number());
        var startedAt = in.instant();
        var completedAt = in.instant();
        var ended = new Ended(
                in.constant(OUTCOMES), in.constant(PERMISSIONS), in.text(), in.constant(CATEGORIES), in.text());
        var result = result(in, ended, ended.subject);
        int emissionsBefore = in.number();
        var intent = in.text();
        var use = new Step.Use(tool, intent, id, startedAt, completedAt);
        return new StepRow(order, use, batch, result, emissionsBefore, target(in));
    }

    private static Target target(RowReader in) {
        var value = in.text();
        boolean part = in.flag();
        return value == null ? null : new Target(value, part);
    }

    /** Of a turn's step all but its place, its intent and the subject. {@link Fingerprint} hashes these bytes. */
    static void writeStep(RowWriter out, Step step) {
        out.text(step.use().tool());
        out.text(step.use().toolUseId());
        out.instant(step.use().startedAt());
        out.instant(step.use().completedAt());
        out.flag(step.parallel());
        out.constant(step.result().outcome());
        out.constant(step.result().permission());
        out.text(step.result().error());
        out.constant(step.result().category());
        writeCall(out, step.result());
    }

    static Step readStep(int sequence, String intent, String subject, RowReader in) {
        var use = new Step.Use(in.text(), intent, in.text(), in.instant(), in.instant());
        boolean parallel = in.flag();
        var ended =
                new Ended(in.constant(OUTCOMES), in.constant(PERMISSIONS), in.text(), in.constant(CATEGORIES), subject);
        return new Step(sequence, use, parallel, result(in, ended, subject));
    }

    private static void writeCall(RowWriter out, Step.Result result) {
        out.constant(result.bashCategory());
        out.text(result.fileExtension());
        out.unsigned(result.inputBytes());
        out.unsigned(result.resultBytes());
        out.text(result.subagent());
    }

    private static Step.Result result(RowReader in, Ended ended, String subject) {
        return new Step.Result(
                ended.outcome,
                ended.permission,
                ended.error,
                ended.category,
                subject,
                in.constant(BASH_CATEGORIES),
                in.text(),
                in.unsigned(),
                in.unsigned(),
                in.text());
    }
}
