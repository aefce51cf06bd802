package footfall.reader.gemini;

import footfall.brief.BriefText;
import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.brief.MomentText;
import footfall.brief.ResultText;
import footfall.line.Block;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import java.util.ArrayList;
import java.util.List;

/** What a Gemini record contributes to a brief: of a message that comes again, what it did not have before. */
final class GeminiMoments implements MomentReader {
    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        if (!(line instanceof Line.Unresolved unresolved) || !(unresolved.event() instanceof GeminiEvent event)) {
            return List.of();
        }
        var draft = (GeminiDraft) details.draft();
        if (event.fact() instanceof GeminiEvent.Prompt) {
            return List.of(Moment.prompt(details.text()));
        } else if (event.fact() instanceof GeminiEvent.Said said) {
            return said(said, draft);
        } else if (event.fact() instanceof GeminiEvent.Responses responses) {
            return responses(responses, draft);
        } else if (event.fact() == GeminiEvent.Note.FAILED) {
            return List.of(MomentText.failed(details.text()));
        }
        return event.fact() == GeminiEvent.Note.CANCELLED ? List.of(Moment.interrupted(null)) : List.of();
    }

    private static List<Moment> said(GeminiEvent.Said said, GeminiDraft draft) {
        var moments = new ArrayList<Moment>(2);
        moments.add(Moment.once("message " + draft.uuid, Moment.saying(draft.uuid, draft.said(), said.usage())));
        for (var call : said.calls()) {
            for (var made : draft.calls) {
                if (call.use().id().equals(made.use.id)) {
                    add(call, made.use, made.response.block, draft, moments);
                    break;
                }
            }
        }
        return moments;
    }

    private static List<Moment> responses(GeminiEvent.Responses responses, GeminiDraft draft) {
        var moments = new ArrayList<Moment>(2);
        for (var call : responses.calls()) {
            for (var response : draft.responses()) {
                if (call.use().id().equals(response.block.toolUseId)) {
                    add(call, response.block, response.block, draft, moments);
                    break;
                }
            }
        }
        return moments;
    }

    private static void add(GeminiEvent.Call call, Block use, Block result, GeminiDraft draft, List<Moment> moments) {
        var id = call.use().id();
        var input = MomentText.input(use.inputStart < 0 ? null : use.input(draft.raw));
        var text = result.contentStart < 0 ? "" : ResultText.of(result.content(draft.raw));
        moments.add(Moment.once("call " + id, Moment.request(call.use().tool(), id, input)));
        moments.add(Moment.once(
                "result " + id,
                Moment.result(id, null, MomentText.ending(call.result()), BriefText.cut(text, BriefText.RESULT_MAX))));
    }
}
