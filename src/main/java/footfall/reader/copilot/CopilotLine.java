package footfall.reader.copilot;

import footfall.line.Blocks;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Permission;
import footfall.line.Source;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import java.util.List;
import java.util.Set;

/**
 * Classifies a draft of the copilot dialect: what the line says, whose meaning the lines before it decide. Hooks,
 * permissions, telemetry and the system's own messages mean nothing.
 */
final class CopilotLine {
    private static final String STOP_HOOK = "agentStop";
    private static final String AUTO = "auto";
    /** Of a question; it is cancelled by an abort, before or after it. */
    private static final Set<String> REFUSALS = Set.of("denied-interactively-by-user", "cancelled");

    private static final String NOTIFICATION = "<system_notification>";
    private static final String CROSS_SESSION = "<cross_session_message>";

    private final CopilotDraft draft;
    private final CopilotFields data;
    private final Source source;
    private final Blocks blocks;

    private CopilotLine(CopilotDraft draft, Source source) {
        this.draft = draft;
        this.data = draft.data;
        this.source = source;
        this.blocks = new Blocks(draft);
    }

    static Line of(CopilotDraft draft, Source source) {
        return new CopilotLine(draft, source).classified();
    }

    private Line classified() {
        return switch (draft.type == null ? "" : draft.type) {
            case CopilotDraft.START -> fact(new CopilotEvent.Begin(false, model("selectedModel")));
            case CopilotDraft.RESUME -> fact(new CopilotEvent.Begin(true, model("selectedModel")));
            case "session.model_change" -> modelChange("newModel");
            case "session.auto_mode_resolved" -> modelChange("chosenModel");
            case "session.info" -> "rewind".equals(data.text("infoType")) ? fact(new CopilotEvent.Rewind()) : nothing();
            case "session.error" -> fact(new CopilotEvent.Failure());
            case "session.task_complete" -> data.is("success", true) ? fact(new CopilotEvent.TaskEnd()) : nothing();
            case "session.usage_record" -> data.tokens == null ? nothing() : fact(new CopilotEvent.Record(data.tokens));
            case "session.compaction_complete" ->
                draft.isSuccess() ? fact(new CopilotEvent.Compaction(data.tokens)) : nothing();
            case "session.usage_checkpoint" -> fact(new CopilotEvent.Checkpoint(credits()));
            case "session.shutdown" -> fact(new CopilotEvent.Shutdown(credits(), data.totals));
            default -> ofConversation();
        };
    }

    private Line ofConversation() {
        return switch (draft.type == null ? "" : draft.type) {
            case CopilotDraft.PROMPT -> prompt();
            case "assistant.turn_start" -> fact(new CopilotEvent.Request(false));
            case "assistant.turn_end" -> fact(new CopilotEvent.Request(true));
            case CopilotDraft.MESSAGE -> message();
            case "tool.execution_start" -> {
                var call = id(data.text("toolCallId"));
                yield call == null ? nothing() : fact(new CopilotEvent.CallStart(call));
            }
            case CopilotDraft.RESULT -> data.is("isUserRequested", true) ? nothing() : result();
            case "subagent.started" -> agentStart();
            case "subagent.completed", "subagent.failed" ->
                subagent() == null ? nothing() : fact(new CopilotEvent.AgentEnd(duration()), null, subagent());
            case "permission.requested" -> question();
            case "permission.completed" -> reply();
            case CopilotDraft.NOTIFICATION -> notification();
            case "abort" -> fact(new CopilotEvent.Abort());
            case "hook.start" -> isStopHook() ? fact(new CopilotEvent.HookStart()) : nothing();
            case "hook.end" -> {
                boolean blocks = "block".equals(data.in("output").text("decision"));
                yield isStopHook() ? fact(new CopilotEvent.HookEnd(blocks)) : nothing();
            }
            default -> nothing();
        };
    }

    private boolean isStopHook() {
        return STOP_HOOK.equals(data.text("hookType"));
    }

    private long credits() {
        return Math.max(0, data.number("totalNanoAiu", 0));
    }

    private long duration() {
        return Math.max(0, data.number("durationMs", 0));
    }

    private String model(String name) {
        var model = data.text(name);
        return AUTO.equals(model) ? null : id(model);
    }

    private Line modelChange(String name) {
        return model(name) == null ? nothing() : fact(new CopilotEvent.Model(model(name)));
    }

    private Line prompt() {
        var text = draft.text();
        if (text.isEmpty() && !data.isFilled("attachments")) {
            return nothing();
        }
        var trigger = trigger(text);
        if (trigger == null) {
            return new Line.Nothing(envelope(agent()), CopilotDraft.PROMPT + "/injected");
        }
        boolean isQueued = "queued".equals(data.text("delivery"));
        boolean mayBeReason = isQueued && trigger == Trigger.HUMAN && data.text("source") == null;
        int chars = Blocks.chars(text);
        var says = UserTextKind.of(chars);
        return fact(
                new CopilotEvent.Prompt(trigger, mayBeReason, chars, says),
                new Line.Prompt(envelope(agent()), trigger, chars, says),
                agent());
    }

    /** Null for a text that the runtime adds while the turn goes on. */
    private Trigger trigger(String text) {
        var from = data.text("source");
        if (data.is("isAutopilotContinuation", true)) {
            return null;
        } else if (from != null && from.startsWith("agent-")) {
            return Trigger.TEAMMATE;
        } else if (from != null && !from.equals("user") && !from.equals("system")) {
            return null;
        } else if ("system".equals(from) || text.startsWith(NOTIFICATION)) {
            return Trigger.NOTIFICATION;
        }
        boolean isFromSession = !text.contains(CROSS_SESSION)
                && draft.said("transformedContent").contains(CROSS_SESSION);
        return isFromSession ? Trigger.TEAMMATE : Trigger.HUMAN;
    }

    private Line message() {
        var uses = draft.content.blocks().stream()
                .filter(block -> block.name != null)
                .map(blocks::toolUse)
                .toList();
        var model = model("model");
        var message = new CopilotEvent.Message(
                id(data.text("messageId")),
                id(data.text("apiCallId")),
                model,
                id(data.text("originatingMessageId")),
                Math.max(-1, data.number("outputTokens", -1)),
                uses);
        var said = new Line.Message(message.id(), model, uses.isEmpty() ? "end_turn" : null, null);
        return fact(message, new Line.Assistant(envelope(agent()), said, uses), agent());
    }

    /** A call that the person refuses by Esc gets no result. */
    private Line question() {
        var call = id(data.in("permissionRequest").text("toolCallId"));
        return call == null ? nothing() : fact(new CopilotEvent.Question(call));
    }

    private Line reply() {
        var call = id(data.text("toolCallId"));
        var kind = data.in("result").text("kind");
        boolean isRefused = kind != null && REFUSALS.contains(kind);
        boolean isAllowed = "approved".equals(kind) && "human_response".equals(data.text("decisionSource"));
        var by = isRefused ? Permission.USER : isAllowed ? Permission.USER_ONCE : null;
        return call == null ? nothing() : fact(new CopilotEvent.Reply(call, by));
    }

    private Line notification() {
        int chars = Blocks.chars(draft.text());
        var says = UserTextKind.of(chars);
        return fact(
                new CopilotEvent.Notification(chars, says),
                new Line.Prompt(envelope(agent()), Trigger.NOTIFICATION, chars, says),
                agent());
    }

    private Line result() {
        var block = draft.content.blocks().get(0);
        var text = blocks.textOf(block);
        var outcome = CopilotOutcome.of(draft, text);
        var result =
                blocks.toolResult(block, outcome.outcome(), outcome.error(), outcome.exitCode(), outcome.permission());
        var alone = new Line.ToolResults(envelope(agent()), List.of(result), null, 0, UserTextKind.NOTHING);
        return fact(new CopilotEvent.Result(result), alone, agent());
    }

    /** In the trail of the call, which is the main one: the line itself names the agent. */
    private Line agentStart() {
        var call = id(data.text("toolCallId"));
        var agent = subagent();
        return call == null || agent == null
                ? nothing()
                : fact(new CopilotEvent.AgentStart(call, agent, id(data.text("agentName"))), null, null);
    }

    private Line fact(CopilotEvent.Fact fact) {
        return fact(fact, null, agent());
    }

    private Line fact(CopilotEvent.Fact fact, Line alone, String agent) {
        return new Line.Unresolved(envelope(agent), alone == null ? nothing() : alone, new CopilotEvent(fact));
    }

    private Line nothing() {
        return new Line.Nothing(envelope(agent()), Ids.bounded(draft.type == null ? "untyped" : draft.type));
    }

    /** The agent whose trail the line is in: its own name, or the call that runs it; null for the main agent. */
    private String agent() {
        return named(data.text("parentToolCallId"));
    }

    /** The agent that a line is about, which older versions name by the call that runs it. */
    private String subagent() {
        return named(data.text("toolCallId"));
    }

    private String named(String call) {
        var own = draft.agent == null ? call : draft.agent;
        return own == null ? source.agent() : Ids.bounded(own);
    }

    private Envelope envelope(String agent) {
        return new Envelope(
                source.session(),
                agent,
                draft.at(),
                draft.uuid,
                draft.parentUuid,
                draft.promptId,
                draft.version,
                Envelope.projectOf(draft.cwd));
    }

    private static String id(String id) {
        return Ids.boundedOrNull(id);
    }
}
