package footfall.reader.opencode;

import footfall.line.Blocks;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Source;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import footfall.reader.opencode.OpenCodeEvent.End;
import footfall.reader.opencode.OpenCodeEvent.How;
import footfall.reader.opencode.OpenCodeEvent.Kind;
import java.time.Instant;
import java.util.List;

/** Classifies an event: what it says by itself, whose meaning the events before it decide. */
final class OpenCodeLine {
    private static final String ABORTED = "MessageAbortedError";
    private static final String CALLS = "tool-calls";

    private final OpenCodeDraft draft;
    private final OpenCodeFields info;
    private final OpenCodeFields part;
    private final Source source;

    private OpenCodeLine(OpenCodeDraft draft, Source source) {
        this.draft = draft;
        this.info = draft.info;
        this.part = draft.part;
        this.source = source;
    }

    static Line of(OpenCodeDraft draft, Source source) {
        return new OpenCodeLine(draft, source).classified();
    }

    private Line classified() {
        var message = Ids.boundedOrNull(part.message);
        return switch (draft.kind) {
            case OpenCodeDraft.CREATED -> {
                var created = info.time.created;
                yield event(created, new OpenCodeEvent.Session(created), null);
            }
            case OpenCodeDraft.UPDATED -> event(null, new OpenCodeEvent.Session(null), null);
            case OpenCodeDraft.MESSAGE -> message();
            case OpenCodeDraft.PART -> message == null ? nothing() : part(message);
            default -> nothing();
        };
    }

    private Line message() {
        var id = Ids.boundedOrNull(info.id);
        if (id == null) {
            return nothing();
        }
        boolean isUser = "user".equals(info.role);
        var parent = Ids.boundedOrNull(info.parent);
        var created = info.time.created;
        var end = isUser ? null : end();
        var at = end == null || end.at() == null || end.how() == How.WORKS ? created : end.at();
        return event(at, new OpenCodeEvent.Message(id, isUser, parent, created, end, info.cost), null);
    }

    private End end() {
        var at = info.time.completed;
        var model = Ids.boundedOrNull(info.model);
        boolean isOver = at != null && !draft.data.isBegun;
        return new End(isOver ? how() : How.WORKS, at, model, info.tokens, info.isSummary);
    }

    private How how() {
        if (info.error != OpenCodeFields.NONE) {
            return ABORTED.equals(info.error.name) ? How.ABORTED : How.FAILED;
        }
        var finish = info.finish;
        return finish == null ? How.UNSAID : finish.equals(CALLS) ? How.CALLS : How.ENDS_TURN;
    }

    private Line part(String message) {
        var type = part.type;
        if (draft.isTool()) {
            return part.id == null ? nothing() : call(message);
        } else if (type == null || part.isIgnored) {
            return nothing();
        } else if (!type.equals("text")) {
            return part(message, type.equals("compaction") ? Kind.COMPACTION : Kind.ATTACHMENT, null);
        } else if (part.isSynthetic) {
            boolean continues = part.metadata.isCompactionContinued;
            return continues ? part(message, Kind.CONTINUES, null) : nothing();
        } else if (draft.text().isEmpty()) {
            return nothing();
        } else if (part.time != OpenCodeFields.NONE) { // A part of an answer, at first without its end.
            return part.time.end == null ? nothing() : part(message, Kind.SAID, null);
        }
        int chars = Blocks.chars(draft.text());
        var alone = new Line.Prompt(envelope(at()), Trigger.HUMAN, chars, UserTextKind.of(chars));
        return part(message, Kind.PROMPT, alone);
    }

    private Line part(String message, Kind kind, Line.Prompt alone) {
        int chars = alone == null ? 0 : alone.chars();
        return event(at(), new OpenCodeEvent.Part(message, kind, chars, UserTextKind.of(chars)), alone);
    }

    private Line call(String message) {
        var blocks = new Blocks(draft);
        var block = draft.content.blocks().get(draft.hasEnded() ? 1 : 0);
        var use = blocks.toolUse(block);
        var times = part.state.time;
        var start = times.start;
        var agent = Ids.boundedOrNull(part.state.metadata.session);
        if (!draft.hasEnded()) {
            var at = start == null ? at() : start;
            var call = new OpenCodeEvent.Call(message, use, draft.isPending(), at, null, agent, false);
            var said = new Line.Message(message, null, null, null);
            return event(at, call, draft.isPending() ? null : new Line.Assistant(envelope(at), said, List.of(use)));
        }
        var outcome = OpenCodeOutcome.of(draft, () -> blocks.textOf(block));
        var result =
                blocks.toolResult(block, outcome.outcome(), outcome.error(), outcome.exitCode(), outcome.permission());
        var end = times.end;
        var at = end == null ? at() : end;
        var call = new OpenCodeEvent.Call(
                message, use, false, start == null ? at : start, result, agent, outcome.isStopped());
        return event(at, call, new Line.ToolResults(envelope(at), List.of(result), null, 0, UserTextKind.NOTHING));
    }

    /** When the event was written. */
    private Instant at() {
        return draft.data.at;
    }

    private Line event(Instant at, OpenCodeEvent event, Line alone) {
        return new Line.Unresolved(envelope(at), alone == null ? nothing() : alone, event);
    }

    private Line nothing() {
        return new Line.Nothing(envelope(at()), Ids.bounded(draft.kind.isEmpty() ? "untyped" : draft.kind));
    }

    private Envelope envelope(Instant at) {
        return new Envelope(
                source.session(), source.agent(), at, null, null, null, draft.version, Envelope.projectOf(draft.cwd));
    }
}
