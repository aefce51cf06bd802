package footfall.reader.qbit;

import footfall.brief.Brief;
import footfall.brief.BriefText;
import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import java.util.List;
import java.util.Set;

/**
 * What a qbit event contributes to a brief. It omits deltas, reasoning, plans, workflows, and the tools of
 * subagents and workflows; a subagent's own file has its tools.
 */
final class QbitMoments implements MomentReader {
    private static final String UNKNOWN = "unknown";
    private static final Set<String> INCLUDED = Set.of(
            "started",
            "user_message",
            "completed",
            "error",
            "tool_request",
            "tool_result",
            "tool_approval_request",
            "tool_auto_approved",
            "tool_denied",
            "sub_agent_started",
            "sub_agent_completed",
            "sub_agent_error",
            "sub_agent_tool_request",
            "sub_agent_tool_result");

    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        var type = details.type();
        boolean isTool = type != null && type.contains("tool_");
        boolean isElsewhere = isTool && source.agent() == null && line instanceof Line.Nothing;
        if (type == null || !INCLUDED.contains(type) || isElsewhere) {
            return List.of();
        }
        var event = QbitEvent.of(details.json());
        boolean isOwn = source.agent() != null
                || event.source().isEmpty()
                || event.source().equals("main");
        return isTool && !isOwn ? List.of() : ofEvent(type, event, line);
    }

    private static List<Moment> ofEvent(String type, QbitEvent event, Line line) {
        return switch (type) {
            case "started" -> List.of(Moment.started());
            case "user_message" ->
                event.text("content").isBlank() ? List.of() : List.of(Moment.prompt(event.text("content")));
            case "completed" ->
                List.of(Moment.completed(
                        event.text("response"), event.number("input_tokens"), event.number("output_tokens")));
            case "error" ->
                List.of(Moment.note(
                        "ERROR (" + one(event.name("error_type", UNKNOWN)) + "): " + event.text("message"), null));
            case "sub_agent_started" -> agentStarted(event, line);
            case "sub_agent_completed" ->
                List.of(agent(
                        event, "SUB_AGENT_COMPLETED", "", BriefText.cut(event.text("response"), BriefText.AGENT_MAX)));
            case "sub_agent_error" -> List.of(agent(event, "SUB_AGENT_ERROR", " " + event.text("error"), null));
            default -> List.of(tool(type, event));
        };
    }

    private static Moment tool(String type, QbitEvent event) {
        var tool = event.name("tool_name", UNKNOWN);
        var id = event.name("request_id", null);
        return switch (type) {
            case "tool_approval_request" ->
                Moment.note(
                        "TOOL_APPROVAL_REQUEST (tool=" + one(tool) + ", risk=" + risk(event) + "):",
                        event.json("args"));
            case "tool_auto_approved" ->
                Moment.note("TOOL_AUTO_APPROVED (tool=" + one(tool) + "): " + one(event.text("reason")), null);
            case "tool_denied" -> Moment.result(id, tool, Brief.Ending.DENIED, event.text("reason"));
            case "tool_result", "sub_agent_tool_result" ->
                Moment.result(
                        id,
                        tool,
                        event.success() ? Brief.Ending.OK : Brief.Ending.FAILED,
                        BriefText.cut(event.json("result"), BriefText.RESULT_MAX));
            default -> Moment.request(tool, id, event.json("args"));
        };
    }

    /** In its own file a subagent begins its turn so. */
    private static List<Moment> agentStarted(QbitEvent event, Line line) {
        var started = agent(event, "SUB_AGENT_STARTED", "", event.text("task"));
        return line instanceof Line.Prompt ? List.of(Moment.prompt(null), started) : List.of(started);
    }

    private static Moment agent(QbitEvent event, String what, String error, String body) {
        return Moment.agent(
                event.name("agent_id", null),
                event.name("agent_name", null),
                name -> what + " (agent=" + name + "):" + error,
                body);
    }

    /** {@code Medium} of {@code medium}. */
    private static String risk(QbitEvent event) {
        var risk = one(event.name("risk_level", UNKNOWN));
        return risk.isEmpty() ? risk : Character.toUpperCase(risk.charAt(0)) + risk.substring(1);
    }

    private static String one(String text) {
        return BriefText.onOneLine(text);
    }
}
