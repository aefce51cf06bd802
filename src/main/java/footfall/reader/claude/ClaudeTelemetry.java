package footfall.reader.claude;

import footfall.line.AgentReport;
import footfall.line.Envelope;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.OwnCost;
import footfall.line.SessionId;
import footfall.line.Timestamp;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

/** The log records of Claude Code 2.1.332. Of their attributes, only those that are named here are read. */
final class ClaudeTelemetry {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?[0-9]{0,20}([eE]-?[0-9]{1,2})?");

    /** Of requests whose answers are messages of a transcript: of the main agent, and of subagents. */
    private static final Pattern OF_MESSAGES = Pattern.compile("(repl_main_thread|sdk|agent)(:.*)?");

    /** Of USD. */
    private static final int DECIMALS = 9;

    private final Map<String, String> attributes;

    private ClaudeTelemetry(Map<String, String> attributes) {
        this.attributes = attributes;
    }

    static AgentReport report(String name, Map<String, String> attributes) {
        var record = new ClaudeTelemetry(attributes);
        var session = record.name("session.id");
        if (session == null) {
            return null;
        }
        var event = record.event(name, new SessionId(session));
        return event == null
                ? null
                : new AgentReport(
                        event,
                        session + Claude.SUFFIX,
                        transcript(session, event.envelope().agent()));
    }

    /** That of a subagent of a call; null for the main agent. */
    private static String transcript(String session, String agent) {
        return agent == null ? null : session + "/" + Claude.SUBAGENTS + "/" + Claude.AGENT + agent + Claude.SUFFIX;
    }

    private Line event(String name, SessionId session) {
        return switch (name) {
            case "claude_code.tool_decision" -> answer(session);
            case "claude_code.tool_result" -> run(session);
            case "claude_code.api_request" -> request(session, false);
            case "claude_code.api_error" -> request(session, true);
            default -> null;
        };
    }

    /** What a rule or a mode decides takes no time. */
    private Line answer(SessionId session) {
        var call = name("tool_use_id");
        var at = at();
        boolean isPersons = attributes.getOrDefault("source", "").startsWith("user_");
        return call == null || at == null || !isPersons
                ? null
                : new Line.CallTimes(envelope(session, name("agent_id"), "answer:" + call), call, at, 0);
    }

    private Line run(SessionId session) {
        var call = name("tool_use_id");
        long ms = whole("duration_ms");
        return call == null || ms == 0
                ? null
                : new Line.CallTimes(envelope(session, name("agent_id"), "run:" + call), call, null, ms);
    }

    /** A session has them all, those of its subagents too. An attempt that failed has no ID, or that of the next. */
    private Line request(SessionId session, boolean isFailed) {
        var id = name("request_id");
        if (id == null && !isFailed || at() == null) {
            return null;
        }
        var source = attributes.get("query_source");
        boolean isMessage = source != null && OF_MESSAGES.matcher(source).matches();
        var envelope = envelope(session, null, isFailed ? "failed:" + at() + id : "request:" + id);
        var usd = amount("cost_usd");
        var cost = usd == null ? null : new OwnCost(usd, false);
        return new Line.Requested(envelope, source, isMessage, isFailed, cost, whole("ttft_ms"), whole("duration_ms"));
    }

    private Envelope envelope(SessionId session, String agent, String id) {
        return new Envelope(session, agent, at(), Ids.shortened(id), null, null, null, null, null, null);
    }

    private Instant at() {
        return Timestamp.instant(attributes.get("event.timestamp"));
    }

    private String name(String attribute) {
        var value = attributes.get(attribute);
        return value != null && NAME.matcher(value).matches() ? value : null;
    }

    private long whole(String attribute) {
        var value = amount(attribute);
        return value == null ? 0 : value.longValue();
    }

    private BigDecimal amount(String attribute) {
        var value = attributes.get(attribute);
        return value != null && NUMBER.matcher(value).matches()
                ? new BigDecimal(value).setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros()
                : null;
    }
}
