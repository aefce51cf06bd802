package footfall.reader.claude;

import footfall.line.AgentState;
import footfall.line.AgentStatus;
import footfall.line.Bytes;
import footfall.line.SessionId;
import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * {@code sessions/PID.json} of Claude Code 2.1.332, which each running process rewrites when what it does changes, and
 * deletes when it ends by itself. Beside it lies a secret key, which is never opened.
 */
final class ClaudeStatus {
    /** It names a file. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private String session;
    private Long pid;
    private String domain;
    private Long startedMs;
    private String processStart;
    private Long statusMs;
    private AgentState state;

    private ClaudeStatus() {}

    /** Null for another file, or one that is not whole. */
    static AgentStatus read(Bytes file) {
        try {
            var json = file.json();
            if (!json.isObject()) {
                return null;
            }
            var status = new ClaudeStatus();
            status.fields(json);
            return status.known();
        } catch (InvalidJson notYetWhole) {
            return null;
        }
    }

    private void fields(JsonScanner json) {
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "sessionId" -> session = json.id();
                case "pid" -> pid = json.whole();
                case "pidDomain" -> domain = json.id();
                case "startedAt" -> startedMs = json.whole();
                case "procStart" -> processStart = json.id();
                case "statusUpdatedAt" -> statusMs = json.whole();
                case "status" -> state = AgentState.of(json.text());
                default -> {}
            }
        }
    }

    private AgentStatus known() {
        if (session == null
                || !NAME.matcher(session).matches()
                || pid == null
                || startedMs == null
                || statusMs == null) {
            return null;
        }
        var since = state == null ? null : Instant.ofEpochMilli(statusMs);
        var transcript = session + Claude.SUFFIX;
        return new AgentStatus(
                new SessionId(session),
                transcript,
                pid,
                domain,
                Instant.ofEpochMilli(startedMs),
                processStart,
                state,
                since);
    }
}
