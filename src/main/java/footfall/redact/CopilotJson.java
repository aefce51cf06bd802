package footfall.redact;

import footfall.line.CopilotEvent;
import footfall.line.CopilotEvent.AgentEnd;
import footfall.line.CopilotEvent.AgentStart;
import footfall.line.CopilotEvent.CallStart;
import footfall.line.CopilotEvent.ModelTokens;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import java.util.List;

/**
 * Builds a redacted Copilot line from its event alone; an allow-list by construction. Values that are derived from
 * the text of a prompt or a result are in {@code footfall} beside {@code data}.
 */
final class CopilotJson implements CopilotEvent.Cases<Void> {
    private static final String CALL_ID = "toolCallId";
    private static final String STOP_HOOK = "agentStop";

    /** Larger numbers do not pass the parser. */
    private static final long NUMBER_MAX = 1L << 53;

    private final JsonObjectWriter fields = new JsonObjectWriter();
    private final Line.Unresolved line;
    private final List<OpenCalls.Call> completed;
    private final ErrorDetail errors;

    private CopilotJson(Line.Unresolved line, List<OpenCalls.Call> completed, ErrorDetail errors) {
        this.line = line;
        this.completed = completed;
        this.errors = errors;
    }

    /** {@code completed}: the calls that its result completes, that of a failure first. */
    static byte[] of(CopilotEvent event, Line.Unresolved line, List<OpenCalls.Call> completed, ErrorDetail errors) {
        var json = new CopilotJson(line, completed, errors);
        event.fact().match(json);
        return json.fields.bytes();
    }

    private JsonObjectWriter data(String type) {
        return data(type, line.envelope().agent());
    }

    private JsonObjectWriter data(String type, String agent) {
        var at = line.envelope().at();
        return fields.text("type", type)
                .text("id", line.envelope().uuid())
                .text("timestamp", at == null ? null : at.toString())
                .text("parentId", line.envelope().parentUuid())
                .text("agentId", agent)
                .object("data");
    }

    private Void end() {
        fields.endObject();
        return null;
    }

    @Override
    public Void begin(CopilotEvent.Begin begin) {
        var envelope = line.envelope();
        data(begin.isResume() ? "session.resume" : "session.start")
                .text("sessionId", envelope.session().value())
                .text("copilotVersion", envelope.version())
                .text("selectedModel", begin.model());
        if (envelope.project() != null) {
            fields.object("context").text("cwd", envelope.project()).endObject();
        }
        return end();
    }

    @Override
    public Void model(CopilotEvent.Model change) {
        data("session.model_change").text("newModel", change.model());
        return end();
    }

    @Override
    public Void rewind(CopilotEvent.Rewind rewind) {
        data("session.info").text("infoType", "rewind");
        return end();
    }

    @Override
    public Void failure(CopilotEvent.Failure failure) {
        data("session.error");
        return end();
    }

    @Override
    public Void prompt(CopilotEvent.Prompt prompt) {
        data("user.message")
                .text("content", prompt.chars() == 0 ? "" : UserWords.DOT)
                .text("source", source(prompt.trigger()))
                .text("delivery", prompt.mayBeReason() ? "queued" : null)
                .text("interactionId", line.envelope().promptId());
        if (prompt.chars() == 0) {
            fields.list("attachments").object().endObject().endList();
        }
        end();
        fields.beginDerived().number("chars", prompt.chars()).endDerived();
        return null;
    }

    private static String source(Trigger trigger) {
        return switch (trigger) {
            case TEAMMATE -> "agent-";
            case NOTIFICATION -> "system";
            default -> null;
        };
    }

    @Override
    public Void request(CopilotEvent.Request request) {
        data(request.isEnd() ? "assistant.turn_end" : "assistant.turn_start");
        return end();
    }

    @Override
    public Void message(CopilotEvent.Message message) {
        data("assistant.message")
                .text("messageId", message.id())
                .text("apiCallId", message.apiCall())
                .text("model", message.model())
                .whole("outputTokens", message.output() < 0 ? null : message.output())
                .list("toolRequests");
        message.calls().forEach(this::call);
        fields.endList();
        return end();
    }

    private void call(ToolUse use) {
        fields.object().text(CALL_ID, use.id()).text("name", use.tool());
        if (use.subagentType() != null) {
            fields.object("arguments").text("agent_type", use.subagentType()).endObject();
        }
        fields.derived(use).endObject();
    }

    @Override
    public Void callStart(CallStart start) {
        data("tool.execution_start").text(CALL_ID, start.toolUseId());
        return end();
    }

    /** A failure is written where a reader looks for its text: a command that failed is a success of its call. */
    @Override
    public Void result(CopilotEvent.Result result) {
        var made = result.result();
        var call = completed.isEmpty() ? null : completed.get(0);
        boolean isOk = made.outcome() == Outcome.OK;
        var failure = isOk ? new Failure(null, null) : Failure.of(made, call, errors);
        boolean isExit = made.outcome() == Outcome.ERROR && made.exitCode() != null;
        data("tool.execution_complete").text(CALL_ID, made.toolUseId()).truth("success", isOk || isExit);
        if (!isOk) {
            fields.object(isExit ? "result" : "error")
                    .text(isExit ? "content" : "message", failure.text())
                    .endObject();
        }
        end();
        fields.derived(made, failure.verdict());
        return null;
    }

    @Override
    public Void agentStart(AgentStart start) {
        data("subagent.started", start.agent()).text(CALL_ID, start.toolUseId()).text("agentName", start.name());
        return end();
    }

    @Override
    public Void agentEnd(AgentEnd ended) {
        data("subagent.completed").number("durationMs", ended.durationMs());
        return end();
    }

    @Override
    public Void abort(CopilotEvent.Abort abort) {
        data("abort");
        return end();
    }

    @Override
    public Void hookStart(CopilotEvent.HookStart start) {
        data("hook.start").text("hookType", STOP_HOOK);
        return end();
    }

    @Override
    public Void hookEnd(CopilotEvent.HookEnd ended) {
        data("hook.end").text("hookType", STOP_HOOK);
        if (ended.blocks()) {
            fields.object("output").text("decision", "block").endObject();
        }
        return end();
    }

    @Override
    public Void taskEnd(CopilotEvent.TaskEnd ended) {
        data("session.task_complete").truth("success", true);
        return end();
    }

    @Override
    public Void record(CopilotEvent.Record record) {
        data("session.usage_record");
        tokens("usage", record.tokens());
        return end();
    }

    @Override
    public Void compaction(CopilotEvent.Compaction compaction) {
        data("session.compaction_complete").truth("success", true);
        if (compaction.tokens() != null) {
            tokens("compactionTokensUsed", compaction.tokens());
        }
        return end();
    }

    @Override
    public Void checkpoint(CopilotEvent.Checkpoint checkpoint) {
        data("session.usage_checkpoint").number("totalNanoAiu", checkpoint.nanoAiu());
        return end();
    }

    @Override
    public Void shutdown(CopilotEvent.Shutdown shutdown) {
        data("session.shutdown").number("totalNanoAiu", shutdown.nanoAiu()).object("modelMetrics");
        for (var total : shutdown.totals()) {
            fields.objectOf(total.model())
                    .object("requests")
                    .number("count", total.requests())
                    .endObject();
            counts("usage", total.used());
            fields.endObject();
        }
        fields.endObject();
        return end();
    }

    private void tokens(String key, ModelTokens tokens) {
        fields.object(key).text("model", tokens.model());
        counts(tokens.used());
        fields.endObject();
    }

    private void counts(String key, Usage used) {
        fields.object(key);
        counts(used);
        fields.endObject();
    }

    private void counts(Usage used) {
        fields.number("inputTokens", Math.min(used.request(), NUMBER_MAX))
                .number("outputTokens", used.output())
                .number("cacheReadTokens", used.cacheRead())
                .number("cacheWriteTokens", used.cacheCreation());
    }
}
