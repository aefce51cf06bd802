package footfall.reader.codex;

import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.brief.MomentText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import footfall.reader.codex.CodexEvent.Call;
import footfall.reader.codex.CodexEvent.Prompt;
import footfall.reader.codex.CodexEvent.Result;
import footfall.reader.codex.CodexEvent.TaskEnd;
import footfall.reader.codex.CodexEvent.Work;
import java.util.ArrayList;
import java.util.List;

/** What a Codex line contributes to a brief, if it means anything. It omits reasoning and injected texts. */
final class CodexMoments implements MomentReader {
    private static final String IMAGE = "[image]";

    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        if (!(line instanceof Line.Unresolved unresolved) || !(unresolved.event() instanceof CodexEvent event)) {
            return List.of();
        }
        var fact = event.fact();
        if (fact instanceof Prompt) {
            return List.of(Moment.prompt(details.text().isEmpty() ? IMAGE : details.text()));
        } else if (fact instanceof Work) {
            return List.of(Moment.saying(null, details.text(), null));
        } else if (fact instanceof Call call) {
            return call(call, details);
        } else if (fact instanceof Result result) {
            return result(result, details);
        }
        return fact instanceof TaskEnd end ? List.of(end(end, details)) : List.of();
    }

    private static Moment end(TaskEnd end, LineDetails details) {
        if (end.isAborted()) {
            return Moment.interrupted(null);
        }
        return end.failed() ? MomentText.failed(details) : Moment.ended();
    }

    private static List<Moment> call(Call call, LineDetails details) {
        var moments = new ArrayList<Moment>(2);
        moments.add(request(call.use().tool(), call.use().id(), details));
        if (call.done() != null) {
            moments.add(Moment.result(call.use().id(), call.use().tool(), MomentText.ending(call.done()), ""));
        }
        return moments;
    }

    private static Moment request(String tool, String id, LineDetails details) {
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use") && part.input() != null) {
                return Moment.request(tool, id, MomentText.input(part.input()));
            }
        }
        return Moment.request(tool, id, "null");
    }

    /** Of a call that has an output, what the model was given; of a script's call, its end. */
    private static List<Moment> result(Result result, LineDetails details) {
        var moments = new ArrayList<Moment>(2);
        var made = result.result();
        if (!result.isOutput() && result.nested() == null) {
            return moments;
        } else if (result.nested() != null) {
            moments.add(request(result.nested().use().tool(), made.toolUseId(), details));
        }
        moments.add(MomentText.result(made, details));
        return moments;
    }
}
