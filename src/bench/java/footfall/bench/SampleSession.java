package footfall.bench;

import footfall.line.Envelope;
import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.Trigger;
import footfall.line.Usage;
import footfall.line.UserTextKind;
import footfall.wire.LineHeaders;
import footfall.wire.MadeEvents;
import java.time.Instant;
import java.util.List;
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
        return sent(new Line.Prompt(envelope(), Trigger.HUMAN, 20, UserTextKind.TEXT));
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
        var use = new ToolUse("t" + call, tool, null, ".java", 40, null, null, null, null, false, null, null);
        var message = new Line.Message("m" + call, "claude-sonnet-4-5", null, new Usage(4, 90, 0, 0, 0));
        return sent(new Line.Assistant(envelope(), message, List.of(use)));
    }

    /** The result of the last call. */
    Load.Sent result() {
        return result(Outcome.OK, null);
    }

    /** The result of the last call, which failed. */
    Load.Sent failure() {
        return result(Outcome.ERROR, "Request failed with status code 503");
    }

    private Load.Sent result(Outcome outcome, String error) {
        var result = new ToolResult("t" + (calls - 1), outcome, error, 900, null);
        return sent(new Line.ToolResults(envelope(), List.of(result), null, 0, UserTextKind.NOTHING));
    }

    private Envelope envelope() {
        offset += 1_000;
        return new Envelope(new SessionId(session), null, Instant.now(), "u" + offset, null, null, null, "project");
    }

    private Load.Sent sent(Line event) {
        var headers = new RecordHeaders();
        new LineHeaders(file, offset, offset - 1_000, "host", "user", null, null).addTo(headers);
        return new Load.Sent(session, MadeEvents.bytes(LineEvents.of(event)), headers);
    }
}
