package footfall.bench;

import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.wire.LineHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** Redacted lines of one made-up session, in the order in which they are asked for. */
final class SampleSession {
    private final String session;
    private final FileId file;
    private long offset = -1;
    private int calls;

    SampleSession(String session) {
        this.session = session;
        this.file = new FileId("claude/" + session, "0123456789abcdef", 0);
    }

    String session() {
        return session;
    }

    Load.Sent prompt() {
        return line("\"type\":\"user\",\"message\":{\"content\":\"·\"},\"footfall\":{\"chars\":20}");
    }

    /** One more call; its id is {@code t} and a number from 0. */
    Load.Sent call() {
        return call("Read");
    }

    /** The same, of a tool that no other call has: such calls are no loop. */
    Load.Sent unlikeOthers() {
        return call("Tool" + calls);
    }

    Load.Sent call(String tool) {
        int call = calls++;
        return line("\"type\":\"assistant\",\"message\":{\"id\":\"m%d\",\"model\":\"claude-sonnet-4-5\",\"content\":[{"
                        .formatted(call)
                + "\"type\":\"tool_use\",\"id\":\"t%d\",\"name\":\"%s\",\"input\":{},".formatted(call, tool)
                + "\"footfall\":{\"file_extension\":\".java\",\"input_bytes\":40}}],"
                + "\"usage\":{\"input_tokens\":4,\"output_tokens\":90}}");
    }

    /** The result of the last call. */
    Load.Sent result() {
        return line("\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t%d\","
                        .formatted(calls - 1)
                + "\"content\":\"\",\"footfall\":{\"result_bytes\":900}}]}");
    }

    /** The result of the last call, which failed. */
    Load.Sent failure() {
        return line("\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t%d\","
                        .formatted(calls - 1)
                + "\"content\":\"Request failed with status code 503\",\"is_error\":true}]}");
    }

    private Load.Sent line(String rest) {
        long previous = offset;
        offset += 1_000;
        var headers = new RecordHeaders();
        new LineHeaders(file, offset, previous, null, Dialects.of("claude"), "host", "user", "project", null, null)
                .addTo(headers);
        var json = "{\"sessionId\":\"%s\",\"timestamp\":\"%s\",\"uuid\":\"u%d\",%s}"
                .formatted(session, Instant.now(), offset, rest);
        return new Load.Sent(session, json.getBytes(StandardCharsets.UTF_8), headers);
    }
}
