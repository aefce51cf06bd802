package footfall.reader.copilot;

import footfall.brief.BriefText;
import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.brief.MomentText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import footfall.reader.copilot.CopilotEvent.Abort;
import footfall.reader.copilot.CopilotEvent.AgentEnd;
import footfall.reader.copilot.CopilotEvent.AgentStart;
import footfall.reader.copilot.CopilotEvent.Failure;
import footfall.reader.copilot.CopilotEvent.HookStart;
import footfall.reader.copilot.CopilotEvent.Message;
import footfall.reader.copilot.CopilotEvent.Prompt;
import footfall.reader.copilot.CopilotEvent.Record;
import footfall.reader.copilot.CopilotEvent.Result;
import java.util.ArrayList;
import java.util.List;

/**
 * What a Copilot line contributes to a brief. It omits reasoning and injected texts. The lines of subagents, which are
 * in the file of their session, begin no turn of the brief, and are not part of its answers.
 */
final class CopilotMoments implements MomentReader {
    private static final String IMAGE = "[image]";

    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        if (!(line instanceof Line.Unresolved unresolved) || !(unresolved.event() instanceof CopilotEvent event)) {
            return List.of();
        }
        return line.envelope().agent() == null
                ? ofMain(event.fact(), details)
                : ofAgent(event.fact(), line.envelope().agent(), details);
    }

    private static List<Moment> ofMain(CopilotEvent.Fact fact, LineDetails details) {
        if (fact instanceof Prompt) {
            return List.of(Moment.prompt(details.text().isEmpty() ? IMAGE : details.text()));
        } else if (fact instanceof Message message) {
            return message(message, details);
        } else if (fact instanceof AgentStart start) {
            return List.of(agent(start.agent(), start.name(), "SUB_AGENT_STARTED", null));
        } else if (fact instanceof Record record) {
            return List.of(Moment.saying(null, "", record.tokens().used()));
        } else if (fact instanceof Result result) {
            return List.of(MomentText.result(result.result(), details));
        } else if (fact instanceof Failure) {
            return List.of(MomentText.failed(details));
        } else if (fact instanceof Abort) {
            return List.of(Moment.interrupted(null));
        }
        return fact instanceof HookStart ? List.of(Moment.ended()) : List.of();
    }

    private static List<Moment> ofAgent(CopilotEvent.Fact fact, String agent, LineDetails details) {
        if (fact instanceof Prompt) {
            return List.of(agent(agent, null, "SUB_AGENT_PROMPT", details.text()));
        } else if (fact instanceof Result result) {
            return List.of(MomentText.result(result.result(), details));
        } else if (fact instanceof Message message) {
            var moments = new ArrayList<Moment>(2);
            if (!details.text().isEmpty()) {
                var said = BriefText.cut(details.text(), BriefText.AGENT_MAX);
                moments.add(agent(agent, null, "SUB_AGENT_ANSWER", said));
            }
            addCalls(message, details, moments);
            return moments;
        }
        return fact instanceof AgentEnd ? List.of(agent(agent, null, "SUB_AGENT_COMPLETED", null)) : List.of();
    }

    private static Moment agent(String id, String name, String what, String body) {
        return Moment.agent(id, name, named -> what + " (agent=" + named + "):", body);
    }

    private static List<Moment> message(Message message, LineDetails details) {
        var moments = new ArrayList<Moment>(2);
        moments.add(Moment.saying(message.id(), details.text(), null));
        addCalls(message, details, moments);
        if (message.calls().isEmpty()) {
            moments.add(Moment.ended());
        }
        return moments;
    }

    private static void addCalls(Message message, LineDetails details, List<Moment> moments) {
        var uses = message.calls().iterator();
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.next();
                moments.add(Moment.request(use.tool(), use.id(), MomentText.input(part.input())));
            }
        }
    }
}
