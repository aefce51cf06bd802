package footfall.reader.opencode;

import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.brief.MomentText;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import footfall.reader.opencode.OpenCodeEvent.How;
import footfall.reader.opencode.OpenCodeEvent.Kind;
import java.util.ArrayList;
import java.util.List;

/** What an OpenCode event contributes to a brief. It omits reasoning and the texts that OpenCode adds. */
final class OpenCodeMoments implements MomentReader {
    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        if (!(line instanceof Line.Unresolved unresolved)) {
            return List.of();
        } else if (unresolved.event() instanceof OpenCodeEvent.Part part) {
            return part(part, details);
        } else if (unresolved.event() instanceof OpenCodeEvent.Call call) {
            return call(call, details);
        }
        return unresolved.event() instanceof OpenCodeEvent.Message message ? message(message, details) : List.of();
    }

    private static List<Moment> part(OpenCodeEvent.Part part, LineDetails details) {
        if (part.kind() == Kind.PROMPT) {
            return List.of(Moment.prompt(details.text()));
        }
        return part.kind() == Kind.SAID ? List.of(Moment.saying(part.message(), details.text(), null)) : List.of();
    }

    /** An event repeats the call. Only of a copy, the first one has its result, too. */
    private static List<Moment> call(OpenCodeEvent.Call call, LineDetails details) {
        var input = MomentText.input(details.parts().get(0).input());
        var id = call.use().id();
        var request = Moment.once("call " + id, Moment.request(call.use().tool(), id, input));
        return call.result() == null ? List.of(request) : List.of(request, MomentText.result(call.result(), details));
    }

    private static List<Moment> message(OpenCodeEvent.Message message, LineDetails details) {
        var end = message.end();
        if (end == null || end.how() == How.WORKS || end.isSummary()) {
            return List.of();
        } else if (end.how() == How.FAILED) {
            return List.of(MomentText.failed(details));
        }
        var moments = new ArrayList<Moment>(2);
        moments.add(Moment.saying(message.id(), "", end.used()));
        if (end.how() == How.ENDS_TURN) {
            moments.add(Moment.ended());
        } else if (end.how() == How.ABORTED) {
            moments.add(Moment.interrupted(null));
        }
        return moments;
    }
}
