package footfall.brief;

import footfall.line.CopilotEvent;
import footfall.line.CopilotEvent.Abort;
import footfall.line.CopilotEvent.AgentEnd;
import footfall.line.CopilotEvent.Failure;
import footfall.line.CopilotEvent.HookStart;
import footfall.line.CopilotEvent.Message;
import footfall.line.CopilotEvent.Prompt;
import footfall.line.CopilotEvent.Record;
import footfall.line.CopilotEvent.Result;
import footfall.line.FirstText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import footfall.line.Usage;
import java.util.ArrayList;
import java.util.List;

/** What a Copilot line contributes to a brief. It omits reasoning and injected texts. */
public final class CopilotMoments implements MomentReader {
    private static final String IMAGE = "[image]";
    private static final String INTERRUPT = "[Request interrupted by user]";
    private static final String FAILED = "ERROR (api_error)";

    @Override
    public String dialect() {
        return "copilot";
    }

    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        if (!(line instanceof Line.Unresolved unresolved) || !(unresolved.event() instanceof CopilotEvent event)) {
            return List.of();
        }
        var fact = event.fact();
        if (fact instanceof Prompt) {
            return List.of(Moment.prompt(details.text().isEmpty() ? IMAGE : details.text()));
        } else if (fact instanceof Message message) {
            return message(message, details);
        } else if (fact instanceof Record record) {
            return List.of(Moment.saying(null, "", record.tokens().used()));
        } else if (fact instanceof Result result) {
            return List.of(MomentText.result(result.result(), details));
        } else if (fact instanceof Failure) {
            var said = FirstText.in(details.json().toString(), "message");
            return List.of(Moment.note(said == null ? FAILED : FAILED + ": " + said, null));
        } else if (fact instanceof Abort) {
            return List.of(Moment.interrupted(INTERRUPT));
        }
        return fact instanceof HookStart || fact instanceof AgentEnd ? List.of(Moment.ended()) : List.of();
    }

    private static List<Moment> message(Message message, LineDetails details) {
        var moments = new ArrayList<Moment>(2);
        moments.add(Moment.saying(message.id(), details.text(), Usage.ZERO));
        var uses = message.calls().iterator();
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.next();
                moments.add(Moment.request(use.tool(), use.id(), MomentText.input(part.input())));
            }
        }
        if (message.calls().isEmpty()) {
            moments.add(Moment.ended());
        }
        return moments;
    }
}
