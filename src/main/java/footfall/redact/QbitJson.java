package footfall.redact;

import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import java.util.Iterator;
import java.util.List;

/**
 * Builds a redacted qbit event from the parsed one; like {@link LineJson}, an allow-list by construction.
 * Without the session, which the event does not contain either.
 */
final class QbitJson extends LineWriter {
    private static final String STARTED = "sub_agent_started";
    private static final String DENIED = "tool_denied";

    private final JsonObjectWriter fields = new JsonObjectWriter();
    private final LineDetails details;
    private final Iterator<OpenCalls.Call> completed;
    private final ErrorDetail errors;

    private QbitJson(LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        this.details = details;
        this.completed = completed.iterator();
        this.errors = errors;
    }

    /** {@code completed}: the call of its result. */
    static byte[] of(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        var json = new QbitJson(details, completed, errors);
        var at = line.envelope().at();
        json.fields.text("_timestamp", at == null ? null : at.toString()).text("type", details.type());
        line.match(json);
        return json.fields.bytes();
    }

    @Override
    public Void prompt(Line.Prompt line) {
        if (STARTED.equals(details.type())) {
            subagent();
            fields.text("task", UserWords.DOT);
        } else {
            fields.text("content", UserWords.DOT);
        }
        fields.beginDerived().number("chars", line.chars()).endDerived();
        return null;
    }

    private void subagent() {
        fields.text("agent_id", details.agentId()).text("parent_request_id", details.parentRequestId());
    }

    @Override
    public Void assistant(Line.Assistant line) {
        line.toolUses().forEach(this::call);
        return null;
    }

    private void call(ToolUse use) {
        fields.text("tool_name", use.tool()).text("request_id", use.id());
        if (use.inputBytes() > 0) {
            fields.object("args").endObject();
            fields.derived(use);
        }
    }

    @Override
    public Void toolResults(Line.ToolResults line) {
        line.results().forEach(this::result);
        return null;
    }

    private void result(ToolResult result) {
        var call = completed.next();
        boolean failed = result.error() != null;
        var failure = failed ? Failure.of(result, call, errors) : new Failure(null, null);
        boolean isDenied = DENIED.equals(details.type());
        fields.text("request_id", result.toolUseId());
        if (!isDenied) {
            fields.truth("success", !failed);
        }
        fields.text(isDenied ? "reason" : "result", failure.text());
        fields.derived(result, failure.verdict());
    }

    @Override
    public Void turnDuration(Line.TurnDuration line) {
        if (line.answer() != null && !line.answer().isApiError()) {
            subagent();
            fields.number("input_tokens", line.answer().usage().input())
                    .number("output_tokens", line.answer().usage().output())
                    .number("duration_ms", line.durationMs());
        } else if (details.type().startsWith("sub_agent")) {
            subagent();
        }
        return null;
    }

    @Override
    public Void subagentLink(Line.SubagentLink line) {
        subagent();
        return null;
    }
}
