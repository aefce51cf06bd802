package footfall.turn;

import footfall.line.Envelope;
import footfall.line.ErrorCategory;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.line.ToolResult;
import footfall.line.ToolUse;

/** Adds the calls of a line to the current turn, and results to their calls. */
final class Steps {
    /** Maximum stored code points of an error; shipped texts are shorter. */
    private static final int ERROR_MAX = 500;

    private Steps() {}

    static void append(FoldCall work, Line.Assistant line) {
        for (var use : line.toolUses()) {
            append(work, line, use);
        }
    }

    private static void append(FoldCall work, Line.Assistant line, ToolUse use) {
        var head = work.trail.head;
        if (use.id() != null && work.rows.get(FoldRows.step(work.id, head.index, use.id())) != null) {
            work.ignored(Output.Ignored.Reason.CALL_SEEN_BEFORE);
            return;
        }
        var step = row(work, line, use, Links.place(work, use));
        work.rows.put(FoldRows.step(work.id, head.index, step.id()), step);
        head.length++;
        work.out.accept(
                new Output.StepAppended(work.current(), step, line.envelope().at()));
    }

    private static StepRow row(FoldCall work, Line.Assistant line, ToolUse use, String subagent) {
        var head = work.trail.head;
        var batch = new StepRow.Batch(line.message().id(), line.envelope().parentUuid(), head.results);
        var result = new Step.Result(
                Outcome.PENDING,
                null,
                null,
                null,
                use.bashCategory(),
                use.fileExtension(),
                use.inputBytes(),
                0,
                subagent);
        return new StepRow(
                head.length,
                new Step.Use(use.tool(), use.intent(), use.id(), line.envelope().at(), null),
                batch,
                result,
                head.emissions,
                use.target());
    }

    /** A result completes the call with its ID in the current turn, once; never one of an older turn. */
    static void complete(FoldCall work, Envelope at, ToolResult result) {
        var head = work.trail.head;
        if (head == null) {
            work.ignored(Output.Ignored.Reason.RESULT_WITHOUT_CALL);
            return;
        }
        head.results++;
        var key = result.toolUseId() == null ? null : FoldRows.step(work.id, head.index, result.toolUseId());
        var step = key == null ? null : work.rows.get(key);
        if (step == null || step.result().outcome() != Outcome.PENDING) {
            var reason = Output.Ignored.Reason.RESULT_SEEN_BEFORE;
            work.ignored(step == null ? Output.Ignored.Reason.RESULT_WITHOUT_CALL : reason);
            return;
        }
        head.actedOn(at.at(), at.version());
        var completed = completed(step, at, result, head.emissions);
        work.rows.put(key, completed);
        work.out.accept(new Output.StepCompleted(work.current(), completed, at.at()));
        if (result.outcome() == Outcome.ERROR) {
            work.out.accept(new Output.StepFailed(work.id, step.use().tool(), head.prompt.copyOf() != null, at.at()));
        }
    }

    private static StepRow completed(StepRow step, Envelope at, ToolResult result, int emissions) {
        var category = category(step, result);
        var use = step.use();
        var call = step.result();
        var error = result.error() == null ? null : Text.wellFormed(Text.cut(result.error(), ERROR_MAX));
        return new StepRow(
                step.sequence(),
                new Step.Use(use.tool(), use.intent(), use.toolUseId(), use.startedAt(), at.at()),
                step.batch(),
                new Step.Result(
                        result.outcome(),
                        error,
                        category,
                        category == ErrorCategory.ENV_NEED ? missingCommand(result) : null,
                        call.bashCategory(),
                        call.fileExtension(),
                        call.inputBytes(),
                        result.resultBytes(),
                        call.subagent()),
                emissions,
                step.target());
    }

    private static ErrorCategory category(StepRow step, ToolResult result) {
        if (result.outcome() != Outcome.ERROR) {
            return null;
        }
        return result.verdict() != null
                ? result.verdict().category()
                : result.category(step.use().tool());
    }

    private static String missingCommand(ToolResult result) {
        if (result.verdict() != null) {
            return result.verdict().subject() == null
                    ? Shell.UNKNOWN_COMMAND
                    : result.verdict().subject();
        }
        return Shell.missingCommand(result.error() == null ? "" : result.error());
    }
}
