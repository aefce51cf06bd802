package footfall.reader.claude;

import footfall.line.Blocks;
import footfall.line.Envelope;
import footfall.line.Flag;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Classifies a draft of the claude dialect, with the tests in the order of the page
 * {@code topology-docs/transcript-format.md}.
 */
public final class ClaudeLine {
    private static final String SIDECHAIN = "sidechain";

    private final ClaudeDraft draft;
    private final Blocks blocks;
    private final Envelope envelope;

    private ClaudeLine(ClaudeDraft draft, Source source) {
        this.draft = draft;
        this.blocks = new Blocks(draft);
        this.envelope = envelope(draft, source);
    }

    static Line of(ClaudeDraft draft, Source source) {
        return new ClaudeLine(draft, source).classified();
    }

    private Line classified() {
        return switch (draft.type == null ? "" : draft.type) {
            case "assistant" -> assistant();
            case "user" -> user();
            case "system" -> system();
            case "result" -> result();
            case "progress" -> progress();
            case "cost-state" -> costState();
            case "attachment" -> attachment();
            default -> nothing(draft.subtype);
        };
    }

    private Line nothing(String detail) {
        var type = draft.type == null ? "untyped" : draft.type;
        return new Line.Nothing(envelope, Ids.bounded(detail == null ? type : type + "/" + detail));
    }

    private Line system() {
        return switch (draft.subtype == null ? "" : draft.subtype) {
            case "stop_hook_summary" -> new Line.Stop(envelope);
            case "turn_duration" -> new Line.TurnDuration(envelope, draft.durationMs);
            case "compact_boundary" -> new Line.Compaction(envelope);
            case "init" -> prompt(Trigger.UNKNOWN, 0, UserTextKind.NOTHING, null);
            default -> nothing(draft.subtype);
        };
    }

    private Line result() {
        var total = draft.totalUsage == null ? null : draft.totalUsage.used();
        return new Line.TurnDuration(envelope, draft.durationMs, null, total);
    }

    private Line progress() {
        if ("agent_progress".equals(draft.dataType) && draft.dataAgent != null && draft.parentToolUseId != null) {
            return new Line.SubagentLink(envelope, draft.parentToolUseId, draft.dataAgent);
        }
        return nothing(draft.dataType);
    }

    /** A subagent has no total of its own. */
    private Line costState() {
        if (envelope.agent() != null || draft.totals.isEmpty()) {
            return nothing(null);
        }
        var cost = draft.totalCost == null ? null : new OwnCost(draft.totalCost, draft.isCostGuessed);
        return new Line.Reported(envelope, draft.totals, cost);
    }

    /** A notification that the agent reads while it works opens no turn. */
    private Line attachment() {
        var ended = draft.ended();
        return ended == null ? nothing(draft.subtype) : new Line.UserText(envelope, 0, UserTextKind.NOTHING, ended);
    }

    private Line assistant() {
        var uses = new ArrayList<ToolUse>(1);
        for (var block : draft.content.blocks()) {
            if ("tool_use".equals(block.type) && block.name != null) {
                uses.add(blocks.toolUse(block));
            }
        }
        return isCallOfParent(uses) ? nothing("call-of-parent") : new Line.Assistant(envelope, message(), uses);
    }

    private Line.Message message() {
        var used = draft.claudeUsage;
        var stopReason = draft.has(Flag.API_ERROR) ? Line.Message.API_ERROR : draft.stopReason;
        return used == null
                ? new Line.Message(draft.messageId, draft.model, stopReason, null)
                : new Line.Message(draft.messageId, draft.model, stopReason, used.used(), used.tiers(), used.beside());
    }

    /** A subagent that is a fork begins with the call that started it, where others begin with a prompt. */
    private boolean isCallOfParent(List<ToolUse> uses) {
        return draft.root && envelope.agent() != null && uses.stream().anyMatch(use -> ToolUse.runsAgent(use.tool()));
    }

    private Line user() {
        var content = draft.content;
        if (content.has("tool_result")) {
            return toolResults();
        }
        var text = draft.text();
        boolean image = content.has("image");
        var ended = draft.ended();
        if (text.isEmpty() && !image) {
            return ended == null ? nothing("blank") : new Line.UserText(envelope, 0, UserTextKind.NOTHING, ended);
        }
        int chars = Blocks.chars(text);
        var says = draft.says();
        if (draft.isInjected()) {
            return new Line.UserText(envelope, chars, says, null);
        }
        return switch (ClaudeText.of(text, draft.originKind)) {
            case INTERRUPT -> new Line.Interrupt(envelope, 0, true);
            case LOCAL_NOISE ->
                draft.isAnswered()
                        ? prompt(Trigger.HUMAN, chars, says, null)
                        : new Line.UserText(envelope, chars, says, null);
            case COMMAND -> prompt(Trigger.COMMAND, chars, says, null);
            case NOTIFICATION -> prompt(Trigger.NOTIFICATION, chars, says, ended);
            case TEAMMATE -> prompt(Trigger.TEAMMATE, chars, says, null);
            case HUMAN -> prompt(Trigger.HUMAN, chars, says, null);
        };
    }

    /** Of a turn's prompt, people see the ID. */
    private Line.Prompt prompt(Trigger trigger, int chars, UserTextKind says, ToolResult ended) {
        return new Line.Prompt(envelope.with(draft.uuid), trigger, chars, says, ended);
    }

    private Line toolResults() {
        var results = new ArrayList<ToolResult>(1);
        for (var block : draft.content.blocks()) {
            if ("tool_result".equals(block.type)) {
                results.add(blocks.toolResult(block, block.error ? blocks.textOf(block) : null));
            }
        }
        if (results.size() == 1) {
            // Those of several results do not say whose they are.
            var result = draft.permission.applied(results.get(0)).changing(draft.changes());
            results.set(0, draft.runsInBackground ? result.inBackground() : result);
        }
        int chars = Blocks.chars(draft.text());
        var says = draft.says();
        return new Line.ToolResults(envelope, results, draft.resultAgent, chars, says);
    }

    private static Envelope envelope(ClaudeDraft draft, Source source) {
        return new Envelope(
                session(draft.session(), source.session()),
                agent(draft, source),
                draft.at(),
                Ids.shortened(draft.uuid),
                draft.parentUuid,
                draft.promptId,
                draft.version,
                Envelope.projectOf(draft.cwd),
                draft.origin(),
                null);
    }

    /** Mostly that of the file, which is found faster where it is the same object. */
    private static SessionId session(String said, SessionId ofFile) {
        return said == null || said.equals(ofFile.value()) ? ofFile : new SessionId(said);
    }

    private static String agent(ClaudeDraft draft, Source source) {
        if (source.agent() != null) {
            return source.agent();
        }
        if (draft.sidechainOf != null) {
            return Ids.bounded(draft.sidechainOf);
        }
        if (!draft.sidechain) {
            return null;
        }
        return draft.agent == null ? SIDECHAIN : Ids.bounded(draft.agent);
    }
}
