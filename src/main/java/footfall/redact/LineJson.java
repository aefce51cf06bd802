package footfall.redact;

import footfall.line.Envelope;
import footfall.line.Flag;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Builds a redacted line from the parsed one: an allow-list by construction, because nothing is copied. Data
 * that the {@link Line} does not contain (flags, block kinds, shapes of content, a few names in inputs) comes
 * from the {@link LineDetails}, key by key. The order of keys is fixed.
 */
final class LineJson extends LineWriter {
    /** The only input fields that leave, by tool. */
    private static final Map<String, String> INPUT_NAMES = Map.of(
            "Task", "subagent_type",
            "Agent", "subagent_type",
            "Skill", "skill",
            "ListMcpResourcesTool", "server",
            "ReadMcpResourceTool", "server");

    private final JsonObjectWriter fields = new JsonObjectWriter();
    private final LineDetails details;
    private final Iterator<OpenCalls.Call> completed;
    private final ErrorDetail errors;

    private LineJson(LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        this.details = details;
        this.completed = completed.iterator();
        this.errors = errors;
    }

    /** {@code completed}: the calls of its results. */
    static byte[] of(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        var json = new LineJson(details, completed, errors);
        line.match(json);
        return json.fields.bytes();
    }

    private void envelope(String type, String subtype, Envelope envelope) {
        fields.text("type", type)
                .text("subtype", subtype)
                .text("uuid", envelope.uuid())
                .text("parentUuid", envelope.parentUuid())
                .text("sessionId", envelope.session().value())
                .text("agentId", envelope.agent())
                .flag("isSidechain", envelope.agent() != null)
                .text("timestamp", details.at())
                .text("version", envelope.version())
                .text("promptId", envelope.promptId())
                .text("cwd", envelope.project());
    }

    @Override
    public Void prompt(Line.Prompt line) {
        if ("user".equals(details.type())) {
            userText(line.envelope(), line.chars(), line.failed());
        } else {
            envelope("system", "init", line.envelope());
        }
        return null;
    }

    @Override
    public Void userText(Line.UserText line) {
        userText(line.envelope(), line.chars(), line.failed());
        return null;
    }

    @Override
    public Void interrupt(Line.Interrupt line) {
        userText(line.envelope(), 0, null);
        return null;
    }

    private void userText(Envelope envelope, int chars, ToolResult failed) {
        user(envelope);
        fields.object("message").text("role", "user");
        if (details.isString()) {
            fields.text("content", UserWords.shortest(details.text()));
        } else {
            fields.list("content");
            details.parts().forEach(new Words()::add);
            fields.endList();
        }
        fields.endObject();
        fields.beginDerived().number("chars", chars);
        if (failed != null) {
            failed(failed);
        }
        fields.endDerived();
    }

    private void failed(ToolResult result) {
        boolean isOff = errors == ErrorDetail.OFF;
        var verdict = result.verdict();
        fields.text("failed_call", result.toolUseId())
                .text("category", isOff && verdict != null ? verdict.category().word() : null)
                .whole("exit_code", isOff ? null : Failure.exitCode(result));
    }

    private void user(Envelope envelope) {
        envelope("user", null, envelope);
        for (var flag : Flag.values()) {
            fields.flag(flag.key(), details.has(flag));
        }
        if (details.originKind() != null) {
            fields.object("origin").text("kind", details.originKind()).endObject();
        }
        fields.text("turnOrigin", details.isAnswered() ? "human" : null);
    }

    private void chars(int chars) {
        fields.beginDerived().number("chars", chars).endDerived();
    }

    /** The texts of a list are combined at the position of the first; the number of images is kept. */
    private final class Words {
        private boolean isSaid = details.text().isEmpty();

        void add(LineDetails.Part part) {
            if (part.kind().equals("image")) {
                fields.object().text("type", "image").endObject();
            } else if (part.kind().equals("text") && !isSaid) {
                text(UserWords.shortest(details.text()));
                isSaid = true;
            }
        }
    }

    @Override
    public Void toolResults(Line.ToolResults line) {
        user(line.envelope());
        fields.object("message").text("role", "user").list("content");
        var words = new Words();
        var results = line.results().iterator();
        for (var part : details.parts()) {
            if (part.kind().equals("tool_result")) {
                toolResult(results.next(), part);
            } else {
                words.add(part);
            }
        }
        fields.endList().endObject();
        if (line.linkedAgent() != null) {
            fields.object("toolUseResult").text("agentId", line.linkedAgent()).endObject();
        }
        chars(line.chars());
        return null;
    }

    private void toolResult(ToolResult result, LineDetails.Part part) {
        boolean failed = result.error() != null;
        var call = completed.next();
        var failure = failed ? Failure.of(result, call, errors) : new Failure(null, "");
        fields.object()
                .text("type", "tool_result")
                .text("tool_use_id", result.toolUseId())
                .flag("is_error", failed);
        content(failure.text(), part);
        fields.derived(result, failure.verdict());
        fields.endObject();
    }

    private void content(String text, LineDetails.Part part) {
        if (part.isString()) {
            fields.text("content", text);
        } else if (part.isList()) {
            fields.list("content");
            if (!text.isEmpty()) {
                text(text);
            }
            fields.endList();
        }
    }

    private void text(String text) {
        fields.object().text("type", "text").text("text", text).endObject();
    }

    @Override
    public Void assistant(Line.Assistant line) {
        envelope("assistant", null, line.envelope());
        fields.text("requestSessionId", line.envelope().origin());
        fields.flag(Flag.API_ERROR.key(), details.has(Flag.API_ERROR));
        var message = line.message();
        fields.object("message")
                .text("id", message.id())
                .text("model", message.model())
                .text("role", "assistant")
                .text("stop_reason", message.isApiError() ? null : message.stopReason());
        if (message.usage() != null) {
            UsageJson.write(fields, message);
        }
        assistantContent(line);
        fields.endObject();
        return null;
    }

    private void assistantContent(Line.Assistant line) {
        if (details.isString()) {
            fields.text("content", UserWords.DOT);
            return;
        }
        fields.list("content");
        var uses = line.toolUses().iterator();
        for (var part : details.parts()) {
            switch (part.kind()) {
                case "tool_use" -> toolUse(uses.next(), part);
                case "text" -> text(UserWords.DOT);
                case "thinking", "image" ->
                    fields.object().text("type", part.kind()).endObject();
                default -> {}
            }
        }
        fields.endList();
    }

    private void toolUse(ToolUse use, LineDetails.Part part) {
        fields.object().text("type", "tool_use").text("id", use.id()).text("name", use.tool());
        if (part.input() != null) {
            var key = INPUT_NAMES.get(use.tool());
            var name = key == null ? null : part.inputText(key);
            fields.object("input")
                    .text(key, name == null ? null : Ids.bounded(name))
                    .endObject();
        }
        fields.derived(use);
        fields.endObject();
    }

    @Override
    public Void stop(Line.Stop line) {
        envelope("system", "stop_hook_summary", line.envelope());
        return null;
    }

    @Override
    public Void turnDuration(Line.TurnDuration line) {
        if ("result".equals(details.type())) {
            envelope("result", null, line.envelope());
            fields.number("duration_ms", line.durationMs());
            if (line.total() != null) {
                UsageJson.write(fields, new Line.Message(null, null, null, line.total()));
            }
        } else {
            envelope("system", "turn_duration", line.envelope());
            fields.number("durationMs", line.durationMs());
        }
        return null;
    }

    @Override
    public Void compaction(Line.Compaction line) {
        envelope("system", "compact_boundary", line.envelope());
        return null;
    }

    /** Numbers by the name of a model, and nothing else. */
    @Override
    public Void reported(Line.Reported line) {
        envelope("cost-state", null, line.envelope());
        if (line.cost() != null) {
            fields.whole("totalCostUSD", line.cost().usd())
                    .flag("hasUnknownModelCost", line.cost().isGuess());
        }
        fields.object("modelUsage");
        for (var total : line.totals()) {
            var used = total.usage();
            fields.objectOf(total.model())
                    .number("inputTokens", used.input())
                    .number("outputTokens", used.output())
                    .number("cacheCreationInputTokens", used.cacheCreation())
                    .number("cacheCreationEphemeral1hInputTokens", used.cacheCreation1h())
                    .number("cacheReadInputTokens", used.cacheRead())
                    .number("webSearchRequests", used.webSearches())
                    .endObject();
        }
        fields.endObject();
        return null;
    }

    @Override
    public Void subagentLink(Line.SubagentLink line) {
        envelope("progress", null, line.envelope());
        fields.text("parentToolUseID", line.toolUseId())
                .object("data")
                .text("type", "agent_progress")
                .text("agentId", line.linkedAgent())
                .endObject();
        return null;
    }
}
