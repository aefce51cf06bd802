package footfall.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Builds the lines of one transcript, each as an agent writes it. Times are seconds after {@link #START}; the
 * uuid of line n (from 1) is {@code <session>-un}, of a subagent {@code <session>-<agent>-un}. {@link #with} and
 * {@link #without} change the line added last.
 */
public final class Transcripts {
    public static final Instant START = Instant.parse("2026-01-05T10:00:00Z");

    private static final ObjectMapper JSON = new ObjectMapper();

    private final String session;
    private final List<Object> lines = new ArrayList<>();
    private String agent;

    private Transcripts(String session) {
        this.session = session;
    }

    public static Transcripts session(String session) {
        return new Transcripts(session);
    }

    /** A turn of calls, 100 a second. */
    public static Transcripts calls(String session, int count) {
        var lines = session(session).prompt(0, "go").with("cwd", "/w/shop");
        IntStream.range(0, count).forEach(i -> lines.assistant(i / 100, "m" + i, use("Read", "t" + i)));
        return lines;
    }

    /** The instant {@code seconds} after the start. */
    public static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    /** The lines that follow are those of a subagent; of the main agent when null. */
    public Transcripts agent(String id) {
        agent = id;
        return this;
    }

    public Transcripts prompt(long at, Object content) {
        return add(at, "user").with("message", Map.of("role", "user", "content", content));
    }

    /**
     * {@code messageId} may be null; each of {@code blocks} is a {@link #use}, {@link #text} or any other
     * block.
     */
    public Transcripts assistant(long at, String messageId, Object... blocks) {
        var message = new LinkedHashMap<String, Object>();
        if (messageId != null) {
            message.put("id", messageId);
        }
        message.put("model", "claude-sonnet-4-5-20250929");
        message.put("role", "assistant");
        message.put("content", List.of(blocks));
        return add(at, "assistant").with("message", message);
    }

    /** As {@link #assistant}, saying that the turn is over. */
    public Transcripts endTurn(long at, String messageId) {
        return assistant(at, messageId, text("done")).inMessage("stop_reason", "end_turn");
    }

    public Transcripts usage(int input, int output) {
        return inMessage("usage", Map.of("input_tokens", input, "output_tokens", output));
    }

    public Transcripts result(long at, String toolUseId) {
        return results(at, resultBlock(toolUseId, "ok"));
    }

    public Transcripts failed(long at, String toolUseId, String error) {
        return results(at, Map.of("type", "tool_result", "tool_use_id", toolUseId, "content", error, "is_error", true));
    }

    public Transcripts results(long at, Object... blocks) {
        return prompt(at, List.of(blocks));
    }

    public Transcripts interrupt(long at) {
        return prompt(at, List.of(text("[Request interrupted by user]")));
    }

    public Transcripts stop(long at) {
        return system(at, "stop_hook_summary");
    }

    public Transcripts duration(long at, long ms) {
        return system(at, "turn_duration").with("durationMs", ms);
    }

    public Transcripts compaction(long at) {
        return system(at, "compact_boundary");
    }

    public Transcripts system(long at, String subtype) {
        return add(at, "system").with("subtype", subtype);
    }

    /** The link in a progress line; that in a result is {@code result(…).with("toolUseResult", …)}. */
    public Transcripts link(long at, String toolUseId, String subagent) {
        return add(at, "progress")
                .with("parentToolUseID", toolUseId)
                .with("data", Map.of("type", "agent_progress", "agentId", subagent));
    }

    public Transcripts add(long at, String type) {
        var line = new LinkedHashMap<String, Object>();
        line.put("type", type);
        line.put("uuid", session + (agent == null ? "" : "-" + agent) + "-u" + (lines.size() + 1));
        line.put("sessionId", session);
        line.put("timestamp", at(at).toString());
        if (agent != null) {
            line.put("isSidechain", true);
            line.put("agentId", agent);
        }
        lines.add(line);
        return this;
    }

    /** Anything at all, as it stands. */
    public Transcripts raw(String line) {
        lines.add(line);
        return this;
    }

    public Transcripts with(String field, Object value) {
        last().put(field, value);
        return this;
    }

    public Transcripts without(String field) {
        last().remove(field);
        return this;
    }

    @SuppressWarnings("unchecked") // A message is always built as a map here.
    public Transcripts inMessage(String field, Object value) {
        var message = new LinkedHashMap<>((Map<String, Object>) last().get("message"));
        message.put(field, value);
        return with("message", message);
    }

    @SuppressWarnings("unchecked") // Lines are maps, but for raw ones, which are never changed.
    private Map<String, Object> last() {
        return (Map<String, Object>) lines.get(lines.size() - 1);
    }

    public static Map<String, Object> text(String text) {
        return Map.of("type", "text", "text", text);
    }

    public static Map<String, Object> use(String tool, String id) {
        var block = new LinkedHashMap<String, Object>();
        block.put("type", "tool_use");
        block.put("id", id);
        block.put("name", tool);
        block.put("input", Map.of());
        return block;
    }

    public static Map<String, Object> resultBlock(String toolUseId, String content) {
        return Map.of("type", "tool_result", "tool_use_id", toolUseId, "content", content);
    }

    public List<String> lines() {
        return lines.stream().map(Transcripts::written).toList();
    }

    public byte[] bytes() {
        return (String.join("\n", lines()) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static String written(Object line) {
        try {
            return line instanceof String raw ? raw : JSON.writeValueAsString(line);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
