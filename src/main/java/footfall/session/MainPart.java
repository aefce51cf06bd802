package footfall.session;

import footfall.line.FileExtension;
import footfall.line.Line;
import footfall.line.ToolResult;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import footfall.session.SessionSummary.SummaryCounts;
import footfall.turn.Arrival;
import footfall.turn.HourUsage;
import footfall.turn.ModelUsage;
import footfall.turn.ResultBalance;
import footfall.turn.StepRow;
import java.time.Instant;
import java.util.List;

/**
 * The part of a session's summary for its main trail: sums; of {@code copiedTurns}, only their times. {@code waiting}:
 * what its latest prompt added, as long as the model has not worked on it, null for none: its answer may show that the
 * turn is a copy.
 */
record MainPart(
        AgentPart agent,
        Instant start,
        Instant end,
        MessageCounts messages,
        long copiedTurns,
        SummaryCounts extensions,
        SummaryCounts bashCategories,
        List<ModelUsage> usage,
        ResultBalance results,
        MessageCounts waiting) {
    static final MainPart NONE = new MainPart(
            AgentPart.NONE,
            null,
            null,
            new MessageCounts(0, 0, 0, 0, 0, 0),
            0,
            SummaryCounts.NONE,
            SummaryCounts.NONE,
            List.of(),
            null,
            null);

    MainPart {
        usage = List.copyOf(usage);
    }

    /**
     * Counts texts in the user's name, those of them that are prompts, interrupts, results of calls, failed and other,
     * and compactions.
     */
    record MessageCounts(long texts, long prompts, long interrupts, long errors, long successes, long compactions) {
        MessageCounts and(UserTextKind says) {
            return switch (says) {
                case NOTHING -> this;
                case TEXT -> new MessageCounts(texts + 1, prompts, interrupts, errors, successes, compactions);
                case INTERRUPT -> new MessageCounts(texts + 1, prompts, interrupts + 1, errors, successes, compactions);
            };
        }

        MessageCounts and(Line.Prompt prompt) {
            var all = and(prompt.says());
            return prompt.says() == UserTextKind.TEXT && isOfUser(prompt)
                    ? new MessageCounts(
                            all.texts, prompts + 1, all.interrupts, all.errors, all.successes, all.compactions)
                    : all;
        }

        /** Of texts only; null for none. */
        private MessageCounts minus(MessageCounts less) {
            return less == null
                    ? this
                    : new MessageCounts(
                            texts - less.texts,
                            prompts - less.prompts,
                            interrupts - less.interrupts,
                            errors,
                            successes,
                            compactions);
        }

        /** A call failed after its launch, which counted as a success. */
        MessageCounts failed(ToolResult result) {
            return result == null
                    ? this
                    : new MessageCounts(
                            texts, prompts, interrupts, errors + 1, Math.max(0, successes - 1), compactions);
        }

        /** The agent reports an interrupt, which is no text. */
        MessageCounts interrupted() {
            return new MessageCounts(texts, prompts, interrupts + 1, errors, successes, compactions);
        }

        /** Before the first text, a fork may repeat a compaction of another session. */
        MessageCounts compacted() {
            return texts == 0
                    ? this
                    : new MessageCounts(texts, prompts, interrupts, errors, successes, compactions + 1);
        }

        MessageCounts and(List<ToolResult> results) {
            long failed =
                    results.stream().filter(result -> result.error() != null).count();
            return new MessageCounts(
                    texts, prompts, interrupts, errors + failed, successes + results.size() - failed, compactions);
        }
    }

    /** Whether it is a prompt of a person or an agent, rather than a text of the program in the user's name. */
    static boolean isOfUser(Line line) {
        return line instanceof Line.Prompt prompt && prompt.trigger() != Trigger.NOTIFICATION;
    }

    /** Includes the time and origin of any line, even a copied one. */
    MainPart seen(Arrival arrival, Line line) {
        var at = line.envelope().at();
        var first = start == null || at != null && at.isBefore(start) ? at : start;
        var last = end == null || at != null && at.isAfter(end) ? at : end;
        return new MainPart(
                agent.seen(arrival, line),
                first,
                last,
                messages,
                copiedTurns,
                extensions,
                bashCategories,
                usage,
                results,
                waiting);
    }

    /** A copied turn began; its prompt may have been counted. */
    MainPart copiedTurn() {
        return new MainPart(
                agent,
                start,
                end,
                messages.minus(waiting),
                copiedTurns + 1,
                extensions,
                bashCategories,
                usage,
                results,
                null);
    }

    /** No prompt waits for the model. */
    MainPart settled() {
        return waiting == null
                ? this
                : new MainPart(
                        agent, start, end, messages, copiedTurns, extensions, bashCategories, usage, results, null);
    }

    MainPart counted(Line line) {
        var files = extensions;
        var shells = bashCategories;
        for (var use : line.toolUses()) {
            files = files.plus(FileExtension.isReported(use.tool()) ? use.fileExtension() : null);
            shells = shells.plus(
                    use.bashCategory() == null ? null : use.bashCategory().label());
        }
        var now = messages(line);
        return new MainPart(
                agent.counted(line),
                start,
                end,
                now,
                copiedTurns,
                files,
                shells,
                usage,
                results,
                line instanceof Line.Prompt ? now.minus(messages) : waiting);
    }

    private MessageCounts messages(Line line) {
        if (line instanceof Line.Prompt prompt) {
            return messages.and(prompt).failed(prompt.failed());
        } else if (line instanceof Line.UserText text) {
            return messages.and(text.says()).failed(text.failed());
        } else if (line instanceof Line.Interrupt interrupt) {
            return interrupt.isText() ? messages.and(UserTextKind.INTERRUPT) : messages.interrupted();
        } else if (line instanceof Line.ToolResults results) {
            return messages.and(results.says()).and(results.results());
        }
        return line instanceof Line.Compaction ? messages.compacted() : messages.and(AgentPart.results(line));
    }

    MainPart dropped(StepRow step) {
        var extension =
                FileExtension.isReported(step.use().tool()) ? step.result().fileExtension() : null;
        var shell = step.result().bashCategory();
        return new MainPart(
                agent.dropped(step),
                start,
                end,
                messages,
                copiedTurns,
                extensions.minus(extension),
                bashCategories.minus(shell == null ? null : shell.label()),
                usage,
                results,
                waiting);
    }

    /** {@code change} is null for a line without a message. */
    MainPart spent(MessageChange change) {
        if (change == null || change.isNothing()) {
            return this;
        }
        var others =
                change.before() == null ? this : spent(change.before().negated().parts());
        return others.spent(change.now().parts());
    }

    private MainPart spent(List<ModelUsage> message) {
        var all = usage;
        for (var part : message) {
            all = HourUsage.plus(all, part);
        }
        return with(all, ResultBalance.after(results, message));
    }

    /** Adds what a result reports beyond the messages. */
    MainPart reported(Line line) {
        var balance = ResultBalance.after(results, line);
        var rest = ResultBalance.rest(balance);
        return rest == null ? with(usage, balance) : with(HourUsage.plus(usage, rest), balance.settled());
    }

    private MainPart with(List<ModelUsage> used, ResultBalance balance) {
        return new MainPart(
                agent, start, end, messages, copiedTurns, extensions, bashCategories, used, balance, waiting);
    }

    SessionSummary.Turns turns() {
        return new SessionSummary.Turns(
                messages.texts, messages.prompts, messages.interrupts, copiedTurns, messages.compactions);
    }

    SessionSummary.Tools tools() {
        return new SessionSummary.Tools(
                agent.tools().total(),
                agent.tools().ranked(),
                extensions.ranked(),
                bashCategories.ranked(),
                messages.errors,
                messages.successes);
    }
}
