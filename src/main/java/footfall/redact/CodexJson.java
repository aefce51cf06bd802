package footfall.redact;

import footfall.line.CodexEvent;
import footfall.line.CodexEvent.AgentStart;
import footfall.line.CodexEvent.Call;
import footfall.line.CodexEvent.Communication;
import footfall.line.CodexEvent.Compaction;
import footfall.line.CodexEvent.Context;
import footfall.line.CodexEvent.Count;
import footfall.line.CodexEvent.Head;
import footfall.line.CodexEvent.Prompt;
import footfall.line.CodexEvent.Result;
import footfall.line.CodexEvent.Settings;
import footfall.line.CodexEvent.TaskEnd;
import footfall.line.CodexEvent.TaskStart;
import footfall.line.CodexEvent.Work;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.Outcome;
import footfall.line.RateLimits;
import footfall.line.ToolResult;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Builds a redacted Codex line from its event alone; an allow-list by construction. Every form of a fact becomes
 * the same line of the form with {@code payload}: a bare prompt, for example, an {@code event_msg}. Derived values
 * are in {@code footfall} beside {@code payload}.
 */
final class CodexJson implements CodexEvent.Cases<Void> {
    private static final String EVENT = "event_msg";
    private static final String RESPONSE = "response_item";
    private static final String CALL_ID = "call_id";
    private static final String ITEM = "item_completed";

    /** Larger numbers do not pass the parser. */
    private static final long NUMBER_MAX = 1L << 53;

    private static final Pattern SESSION = Pattern.compile("[0-9]{1,20}");

    /** The six numbers of a token total. */
    private static final Pattern TOTAL = Pattern.compile("[0-9]{1,16}(?:,[0-9]{1,16}){5}");

    private final JsonObjectWriter fields = new JsonObjectWriter();
    private final CodexEvent event;
    private final Line.Unresolved line;
    private final List<OpenCalls.Call> completed;
    private final ErrorDetail errors;

    private CodexJson(CodexEvent event, Line.Unresolved line, List<OpenCalls.Call> completed, ErrorDetail errors) {
        this.event = event;
        this.line = line;
        this.completed = completed;
        this.errors = errors;
    }

    /** {@code completed}: the calls that its result completes, that of a failure first. */
    static byte[] of(CodexEvent event, Line.Unresolved line, List<OpenCalls.Call> completed, ErrorDetail errors) {
        var json = new CodexJson(event, line, completed, errors);
        var at = line.envelope().at();
        json.fields.text("timestamp", at == null ? null : at.toString());
        json.fields.whole("ordinal", event.ordinal() < 0 ? null : event.ordinal());
        event.fact().match(json);
        return json.fields.bytes();
    }

    private JsonObjectWriter payload(String type, String kind) {
        return fields.text("type", type).object("payload").text("type", kind).text("thread_id", event.thread());
    }

    @Override
    public Void head(Head head) {
        payload("session_meta", null)
                .text("id", head.thread())
                .text("session_id", head.isSubagent() ? head.session() : null)
                .text("thread_source", head.isSubagent() ? "subagent" : null)
                .text("forked_from_id", head.forkedFrom())
                .whole("subagent_history_start_ordinal", head.historyStart() < 0 ? null : head.historyStart())
                .text("cli_version", head.version())
                .text("cwd", line.envelope().project())
                .endObject();
        return null;
    }

    @Override
    public Void context(Context context) {
        payload("turn_context", null).text("model", context.model()).endObject();
        return null;
    }

    @Override
    public Void taskStart(TaskStart start) {
        payload(EVENT, "task_started").text("turn_id", start.task()).endObject();
        return null;
    }

    @Override
    public Void communication(Communication metadata) {
        payload("inter_agent_communication_metadata", null)
                .truth("trigger_turn", metadata.triggersTurn())
                .endObject();
        return null;
    }

    @Override
    public Void compaction(Compaction compaction) {
        payload("compacted", null).endObject();
        return null;
    }

    @Override
    public Void agentStart(AgentStart start) {
        payload(EVENT, ITEM)
                .object("item")
                .text("type", "SubAgentActivity")
                .text("kind", "started")
                .text("id", start.toolUseId())
                .text("agent_thread_id", uuid(start.agent()))
                .endObject()
                .endObject();
        return null;
    }

    @Override
    public Void taskEnd(TaskEnd end) {
        payload(EVENT, end.isAborted() ? "turn_aborted" : "task_complete")
                .text("turn_id", end.task())
                .number("duration_ms", end.durationMs())
                .endObject();
        if (end.failed()) {
            fields.beginDerived().flag("error", true).endDerived();
        }
        return null;
    }

    @Override
    public Void prompt(Prompt prompt) {
        if (prompt.trigger() == Trigger.TEAMMATE) {
            payload(RESPONSE, "agent_message").text("id", prompt.uuid());
            content("input_text", UserWords.DOT);
        } else if (prompt.uuid() == null) {
            payload(EVENT, "user_message").text("message", said(prompt));
        } else {
            payload(EVENT, ITEM).object("item").text("type", "UserMessage").text("id", prompt.uuid());
            content("text", said(prompt));
            fields.endObject();
        }
        fields.endObject()
                .beginDerived()
                .flag("prompt", true)
                .number("chars", prompt.chars())
                .endDerived();
        return null;
    }

    private static String said(Prompt prompt) {
        return prompt.says() == UserTextKind.INTERRUPT ? UserWords.INTERRUPT : UserWords.DOT;
    }

    private void content(String type, String text) {
        fields.list("content")
                .object()
                .text("type", type)
                .text("text", text)
                .endObject()
                .endList();
    }

    @Override
    public Void work(Work work) {
        payload(RESPONSE, "message")
                .text("role", "assistant")
                .text("phase", work.endsTurn() ? "final_answer" : null)
                .endObject();
        return null;
    }

    @Override
    public Void call(Call call) {
        var use = call.use();
        var kind = call.done() != null ? "web_search_call" : call.isScript() ? "custom_tool_call" : "function_call";
        payload(RESPONSE, kind).text("name", use.tool()).text(CALL_ID, use.id());
        if (call.done() != null) {
            fields.text("status", call.done().outcome() == Outcome.OK ? "completed" : "failed");
        }
        fields.endObject()
                .beginDerived()
                .words(use)
                .text("session", session(call.polls()))
                .endDerived();
        return null;
    }

    @Override
    public Void result(Result result) {
        var made = result.result();
        var call = called(result);
        var failure = made.error() == null ? new Failure(null, null) : Failure.of(made, call, errors);
        if (result.nested() != null) {
            nested(result.nested(), made, failure.text());
        } else if (result.isOutput()) {
            payload(RESPONSE, "function_call_output")
                    .text(CALL_ID, made.toolUseId())
                    .text("output", failure.text());
        } else {
            payload(EVENT, "exec_command_end").text(CALL_ID, made.toolUseId()).text("stderr", failure.text());
        }
        fields.endObject();
        derived(result, failure);
        return null;
    }

    private void nested(CodexEvent.Nested nested, ToolResult result, String error) {
        payload(EVENT, ITEM)
                .whole(
                        "started_at_ms",
                        nested.startedAt() == null ? null : nested.startedAt().toEpochMilli())
                .object("item")
                .text("type", "DynamicToolCall")
                .text("id", result.toolUseId())
                .text("tool", nested.use().tool())
                .text("stderr", error)
                .endObject();
    }

    private void derived(Result result, Failure failure) {
        fields.beginDerived();
        if (result.nested() != null) {
            fields.words(result.nested().use());
        }
        fields.words(result.result(), failure.verdict())
                .text("session", session(result.session()))
                .text("agent_id", uuid(result.agent()))
                .endDerived();
    }

    private static String uuid(String id) {
        return Ids.isUuid(id) ? id : null;
    }

    /** Null when unknown. */
    private OpenCalls.Call called(Result result) {
        if (result.nested() != null) {
            return new OpenCalls.Call(result.nested().use().tool());
        }
        return completed.isEmpty() ? null : completed.get(0);
    }

    @Override
    public Void count(Count count) {
        if (count.isRecord()) {
            payload("token_usage_record", null);
            usage("usage", count.used());
        } else {
            payload(EVENT, "token_count");
            fields.object("info");
            usage("last_token_usage", count.used());
            fields.endObject();
        }
        fields.text("service_tier", count.tiers() == null ? null : UsageJson.service(count.tiers(), "default"));
        if (count.limits() != null) {
            fields.object("rate_limits").text("plan_type", count.limits().plan());
            window("primary", count.limits().primary());
            window("secondary", count.limits().secondary());
            fields.endObject();
        }
        fields.endObject();
        boolean isTotal = count.total() != null && TOTAL.matcher(count.total()).matches();
        fields.beginDerived().text("total", isTotal ? count.total() : null).endDerived();
        return null;
    }

    @Override
    public Void settings(Settings settings) {
        payload(EVENT, "thread_settings_applied")
                .object("thread_settings")
                .text("service_tier", UsageJson.service(settings.tiers(), null))
                .endObject()
                .endObject();
        return null;
    }

    private void window(String key, RateLimits.Window window) {
        if (window != null) {
            fields.object(key)
                    .whole("used_percent", window.usedPercent())
                    .number("window_minutes", window.windowMinutes())
                    .number("resets_at", window.resetsAt().getEpochSecond())
                    .endObject();
        }
    }

    private void usage(String key, Usage used) {
        if (used == null) {
            return;
        }
        fields.object(key)
                .number("input_tokens", Math.min(used.request(), NUMBER_MAX))
                .number("cached_input_tokens", used.cacheRead())
                .number("cache_write_input_tokens", used.cacheCreation())
                .number("output_tokens", used.output())
                .endObject();
    }

    /** The number of a command that runs; null for anything else. */
    private static String session(String text) {
        return text != null && SESSION.matcher(text).matches() ? text : null;
    }
}
