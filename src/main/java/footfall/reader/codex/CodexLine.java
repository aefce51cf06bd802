package footfall.reader.codex;

import footfall.line.Block;
import footfall.line.Blocks;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.LenientJson;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.line.Source;
import footfall.line.Timestamp;
import footfall.line.ToolResult;
import footfall.line.Trigger;
import footfall.line.UserTextKind;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Classifies a draft of the codex dialect: what the line says, whose meaning the lines before it decide. The model's
 * work is in items of the conversation; prompts, boundaries and outcomes are in events. Every other line repeats
 * one of these.
 */
final class CodexLine {
    private static final String SCRIPT = "exec";
    private static final Pattern SESSION = Pattern.compile("\\d{1,20}");

    /** The beginnings of user messages that the user did not write, in the bare form. */
    private static final List<String> INJECTED = List.of(
            "<" + CodexDraft.SURROUNDINGS + ">",
            "# AGENTS.md instructions",
            "<user_instructions>",
            "<turn_aborted>",
            "<skill>",
            "<user_shell_command>",
            "<hook_prompt",
            "<user_action>",
            "<subagent_notification>",
            "<recommended_plugins>",
            "<codex_internal_context");

    private final CodexDraft draft;
    private final CodexFields body;
    private final Source source;
    private final Blocks blocks;

    /** Without an ID. */
    private final Envelope envelope;

    private CodexLine(CodexDraft draft, Source source) {
        this.draft = draft;
        this.body = draft.body;
        this.source = source;
        this.blocks = new Blocks(draft);
        this.envelope = envelope(null);
    }

    static Line of(CodexDraft draft, Source source) {
        return new CodexLine(draft, source).classified();
    }

    private Line classified() {
        boolean isBeforeHead = source.threads().isEmpty();
        return isBeforeHead ? nothing() : ofType();
    }

    private Line ofType() {
        return switch (draft.type == null ? "" : draft.type) {
            case CodexDraft.HEAD -> head();
            case CodexDraft.CONTEXT -> draft.model == null ? nothing() : fact(context());
            case "compacted" -> fact(new CodexEvent.Compaction());
            case "inter_agent_communication_metadata" ->
                fact(new CodexEvent.Communication(body.is("trigger_turn", true)));
            case "token_usage_record" -> count(true);
            case CodexDraft.ITEM -> draft.subtype == null ? nothing() : item();
            case "event_msg" -> draft.subtype == null ? nothing() : event();
            default -> nothing();
        };
    }

    private Line item() {
        if (draft.isCall()) {
            return call();
        } else if (draft.isOutput()) {
            return output();
        }
        return switch (draft.subtype) {
            case "message" -> message();
            case "reasoning" -> fact(new CodexEvent.Work(false));
            case "agent_message" -> prompt(Trigger.TEAMMATE, body.text("id"));
            default -> nothing();
        };
    }

    private Line event() {
        if (draft.isEnd()) {
            return end();
        }
        return switch (draft.subtype) {
            case "task_started", "turn_started" -> fact(new CodexEvent.TaskStart(id(body.text("turn_id"))));
            case "task_complete", "turn_complete" -> taskEnd(false);
            case "turn_aborted" -> taskEnd(true);
            case "token_count" -> count(false);
            case "user_message" -> {
                var kind = body.text("kind");
                yield isPrompt() && (kind == null || kind.equals("plain")) ? prompt(Trigger.HUMAN, null) : nothing();
            }
            case "item_completed" -> itemCompleted();
            case "thread_settings_applied" -> fact(new CodexEvent.Settings(CodexTiers.of(body.settingsTier)));
            default -> nothing();
        };
    }

    private Line itemCompleted() {
        return switch (draft.item == body || draft.item.text("type") == null ? "" : draft.item.text("type")) {
            case "UserMessage" -> isPrompt() ? prompt(Trigger.HUMAN, draft.item.text("id")) : nothing();
            case "SubAgentActivity" -> {
                var call = id(draft.item.text("id"));
                var agent = draft.item.text("agent_thread_id");
                boolean isStart = "started".equals(draft.item.text("kind")) && call != null && Ids.isUuid(agent);
                yield isStart ? fact(new CodexEvent.AgentStart(call, agent)) : nothing();
            }
            default -> nothing();
        };
    }

    private Line head() {
        var head = CodexHead.of(body);
        return CodexHead.thread(source.session(), source.agent()).equals(head.thread()) ? fact(head) : nothing();
    }

    private CodexEvent.Context context() {
        var reviewer = body.text("approvals_reviewer");
        return new CodexEvent.Context(id(draft.model), reviewer == null || reviewer.equals("user"));
    }

    private Line taskEnd(boolean isAborted) {
        boolean failed = body.isGiven("error");
        return fact(new CodexEvent.TaskEnd(id(body.text("turn_id")), draft.durationMs, isAborted, failed));
    }

    private Line count(boolean isRecord) {
        var total = body.tokens.total();
        var used = body.tokens.used();
        var tier = body.text(CodexDraft.TIER);
        var limits = body.limits == null ? null : body.limits.at(draft.at());
        return used == null && total == null && limits == null
                ? nothing()
                : fact(new CodexEvent.Count(
                        used,
                        total,
                        isRecord,
                        id(body.text("response_id")),
                        tier == null ? null : CodexTiers.of(tier),
                        limits));
    }

    private Line message() {
        if ("assistant".equals(body.text("role"))) {
            boolean endsTurn = "final_answer".equals(body.text("phase"));
            return draft.line.isCompactionOutput ? nothing() : fact(new CodexEvent.Work(endsTurn));
        }
        boolean isUser = draft.isBare && "user".equals(body.text("role"));
        return isUser && isPrompt() && INJECTED.stream().noneMatch(draft.text()::startsWith)
                ? prompt(Trigger.HUMAN, body.text("id"))
                : nothing();
    }

    /** Whether there is a text or an image. */
    private boolean isPrompt() {
        return !draft.text().isEmpty()
                || draft.content.has("image")
                || body.isFilled("images")
                || body.isFilled("local_images");
    }

    private Line prompt(Trigger trigger, String uuid) {
        int chars = Blocks.chars(draft.text());
        var says = UserTextKind.of(chars);
        var id = id(uuid);
        return fact(
                new CodexEvent.Prompt(trigger, id, chars, says),
                trigger == Trigger.HUMAN ? new Line.Prompt(envelope(id), trigger, chars, says) : null,
                id);
    }

    private Line call() {
        var block = draft.callBlock();
        if (block.name == null) {
            return fact(new CodexEvent.Work(false));
        }
        var use = blocks.toolUse(block);
        boolean isScript = draft.subtype.equals("custom_tool_call") && SCRIPT.equals(block.name);
        var done = done(use.id());
        var alone = done == null
                ? new Line.Assistant(envelope, new Line.Message(null, null, null, null), List.of(use))
                : new Line.ScriptCall(envelope, null, use, draft.at(), done);
        return fact(new CodexEvent.Call(use, polled(block), isScript, done, needsApproval(block)), alone, null);
    }

    /** Whether the call asks to run outside the sandbox; older versions say it in another field. */
    private boolean needsApproval(Block block) {
        if (!Shell.isCommand(block.name) || block.inputStart < 0) {
            return false;
        }
        var input = LenientJson.fieldsOf(block.input(draft.raw));
        return "require_escalated".equals(input.get("sandbox_permissions"))
                || "true".equals(input.get("with_escalated_permissions"));
    }

    /** The result of a call that no later line answers. */
    private ToolResult done(String id) {
        if (!draft.subtype.equals("web_search_call") && !draft.subtype.equals("image_generation_call")) {
            return null;
        }
        boolean failed = "failed".equals(body.text("status"));
        return new ToolResult(id, failed ? Outcome.ERROR : Outcome.OK, failed ? "" : null, 0, null);
    }

    private String polled(Block block) {
        boolean isPoll = block.name.equals(CodexTool.POLL) && block.inputStart >= 0;
        var session = isPoll ? LenientJson.fieldsOf(block.input(draft.raw)).get("session_id") : null;
        return session != null && SESSION.matcher(session).matches() ? session : null;
    }

    private Line output() {
        var output = body.value("output");
        return result(true, CodexOutcome.ofOutput(output), null);
    }

    private Line end() {
        var nested = draft.isNested() ? nested() : null;
        return result(
                false, nested == null ? CodexOutcome.ofEnd(draft.item) : CodexOutcome.ofNested(draft.item), nested);
    }

    private CodexEvent.Nested nested() {
        long startedAt = body.number("started_at_ms", 0);
        var at = startedAt == 0
                ? null
                : Timestamp.instant(Instant.ofEpochMilli(startedAt).toString());
        return new CodexEvent.Nested(blocks.toolUse(draft.callBlock()), at);
    }

    private Line result(boolean isOutput, CodexOutcome outcome, CodexEvent.Nested nested) {
        var result = blocks.toolResult(
                draft.resultBlock(), outcome.outcome(), outcome.error(), outcome.exitCode(), outcome.permission());
        boolean exited = outcome.exitCode() != null;
        var fact = new CodexEvent.Result(
                isOutput, result, outcome.session(), exited, outcome.agent(), nested, outcome.ranMs());
        var alone = nested == null
                ? new Line.ToolResults(envelope, List.of(result), outcome.agent(), 0, UserTextKind.NOTHING)
                : new Line.ScriptCall(envelope, null, nested.use(), nested.startedAt(), result);
        return fact(fact, alone, null);
    }

    private Line fact(CodexEvent.Fact fact) {
        return fact(fact, null, null);
    }

    private Line fact(CodexEvent.Fact fact, Line alone, String uuid) {
        var event = new CodexEvent(Math.max(-1, draft.line.number("ordinal", -1)), id(body.text("thread_id")), fact);
        return new Line.Unresolved(uuid == null ? envelope : envelope(uuid), alone == null ? nothing() : alone, event);
    }

    private Line nothing() {
        var kind = new StringBuilder(draft.type == null ? "untyped" : draft.type);
        if (draft.subtype != null) {
            kind.append('/').append(draft.subtype);
        }
        if (draft.item != body && draft.item.text("type") != null) {
            kind.append('/').append(draft.item.text("type"));
        }
        return new Line.Nothing(envelope, Ids.bounded(kind.toString()));
    }

    private Envelope envelope(String uuid) {
        boolean isHead = CodexDraft.HEAD.equals(draft.type);
        var version = isHead ? id(body.text("cli_version")) : null;
        return new Envelope(
                source.session(),
                source.agent(),
                draft.at(),
                uuid,
                null,
                null,
                version,
                Envelope.projectOf(isHead ? draft.cwd : null));
    }

    private static String id(String id) {
        return Ids.boundedOrNull(id);
    }
}
