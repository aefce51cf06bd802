package footfall.reader.qbit;

import footfall.line.Block;
import footfall.line.Blocks;
import footfall.line.Draft;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.LenientJson;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Source;
import footfall.line.Timestamp;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import java.util.List;

/**
 * Classifies a draft of the qbit dialect. Work of a subagent is in its own file; in the main transcript it
 * does not affect turns. A request for approval, or an approval, repeats its call: the call counts once, at
 * the first of them.
 */
final class QbitLine {
    private static final String SUBAGENT = "sub_agent";

    private final Draft draft;
    private final Source source;
    private final Blocks blocks;
    private final Envelope envelope;

    private QbitLine(Draft draft, Source source) {
        this.draft = draft;
        this.source = source;
        this.blocks = new Blocks(draft);
        this.envelope = new Envelope(
                source.session(), source.agent(), Timestamp.instant(draft.timestamp), null, null, null, null, null);
    }

    static Line of(Draft draft, Source source) {
        return new QbitLine(draft, source).classified();
    }

    private Line classified() {
        var type = draft.type == null ? "" : draft.type;
        if (QbitDraft.CALLS.contains(type)) {
            return call();
        } else if (QbitDraft.RESULTS.contains(type) || type.equals(QbitDraft.DENIED)) {
            return result();
        }
        return switch (type) {
            case "user_message" -> prompt();
            case "completed" -> completed();
            case "error" -> failed();
            case "sub_agent_started" -> isThisAgent() ? prompt() : link();
            case "sub_agent_completed" -> isThisAgent() ? completed() : nothing();
            case "sub_agent_error" -> isThisAgent() ? failed() : nothing();
            default -> nothing();
        };
    }

    private Line nothing() {
        var type = draft.type == null ? "untyped" : draft.type;
        return new Line.Nothing(envelope, Ids.bounded(draft.subtype == null ? type : type + "/" + draft.subtype));
    }

    private Line prompt() {
        var text = draft.text();
        int chars = Blocks.chars(text);
        return text.isEmpty() ? nothing() : new Line.Prompt(envelope, Trigger.HUMAN, chars, UserTextKind.of(chars));
    }

    private Line call() {
        var block = draft.content.blocks().get(0);
        boolean isRequest = draft.type.endsWith("tool_request");
        if (!isOwn() || block.name == null || !isRequest && block.id == null) {
            return nothing();
        }
        var message = new Line.Message(null, null, null, null);
        return new Line.Assistant(envelope, message, List.of(blocks.toolUse(block)));
    }

    private Line result() {
        var block = draft.content.blocks().get(0);
        if (!isOwn()) {
            return nothing();
        }
        var result = blocks.toolResult(block, block.error ? errorOf(block) : null);
        if (draft.type.equals(QbitDraft.DENIED)) {
            result = result.ended(Outcome.REJECTED, Permission.USER);
        }
        return new Line.ToolResults(envelope, List.of(result), null, 0, UserTextKind.NOTHING);
    }

    /** A string itself; an object's {@code error}; any other value as its JSON. */
    private String errorOf(Block block) {
        if (block.contentStart < 0) {
            return "";
        }
        var content = block.content(draft.raw);
        if (content.array()[content.from()] == '"') {
            return blocks.textOf(block);
        }
        var said = LenientJson.textOf(content, "error");
        return said == null ? content.toString() : said;
    }

    private Line completed() {
        var answer = new Line.Message(null, null, null, draft.usage);
        return new Line.TurnDuration(envelope, draft.durationMs, answer, null);
    }

    private Line failed() {
        return new Line.TurnDuration(envelope, 0, new Line.Message(null, null, Line.Message.API_ERROR, null), null);
    }

    private Line link() {
        if (draft.agent == null || draft.parentToolUseId == null) {
            return nothing();
        }
        return new Line.SubagentLink(envelope, Ids.bounded(draft.parentToolUseId), agent());
    }

    /** The agent of an event, in the form of its folder's name. */
    private String agent() {
        return Ids.bounded(draft.agent + "-" + draft.parentToolUseId);
    }

    private boolean isThisAgent() {
        return source.agent() != null && source.agent().equals(agent());
    }

    /** Whether the event is of the agent of this file. */
    private boolean isOwn() {
        boolean isNamed = draft.agent != null && draft.parentToolUseId != null;
        if (draft.type.startsWith(SUBAGENT)) {
            return isNamed ? isThisAgent() : source.agent() != null;
        }
        return source.agent() != null || !SUBAGENT.equals(draft.subtype);
    }
}
