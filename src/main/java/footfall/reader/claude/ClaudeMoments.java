package footfall.reader.claude;

import footfall.brief.BriefText;
import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.brief.MomentText;
import footfall.brief.PrettyJson;
import footfall.brief.ResultText;
import footfall.line.Flag;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import footfall.line.Usage;
import java.util.ArrayList;
import java.util.List;

/**
 * What a claude line contributes to a brief. It omits what a subagent does inside the file of its parent,
 * thinking, injected texts and what the user ran without the model.
 */
final class ClaudeMoments implements MomentReader {
    private static final String IMAGE = "[image]";

    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        var agent = line.envelope().agent();
        if (agent != null && !agent.equals(source.agent())) {
            return List.of();
        } else if (line instanceof Line.Prompt) {
            return List.of(prompt(details));
        } else if (line instanceof Line.Assistant assistant) {
            return assistant(assistant, details);
        } else if (line instanceof Line.ToolResults results) {
            return toolResults(results, details);
        } else if (line instanceof Line.Interrupt) {
            return List.of(Moment.interrupted(details.text()));
        }
        boolean isEnd = line instanceof Line.Stop || line instanceof Line.TurnDuration;
        return isEnd ? List.of(Moment.ended()) : List.of();
    }

    private static Moment prompt(LineDetails details) {
        boolean isSaid = "user".equals(details.type());
        var text = details.text();
        return Moment.prompt(!isSaid ? null : text.isEmpty() ? IMAGE : text);
    }

    private static List<Moment> assistant(Line.Assistant line, LineDetails details) {
        var moments = new ArrayList<Moment>(2);
        boolean isError = details.has(Flag.API_ERROR);
        if (isError) {
            moments.add(MomentText.failed(details.text()));
        }
        var usage = line.message().usage() == null ? Usage.ZERO : line.message().usage();
        moments.add(Moment.saying(line.message().id(), isError ? "" : details.text(), usage));
        var uses = line.toolUses().iterator();
        for (var part : details.parts()) {
            if (part.kind().equals("tool_use")) {
                var use = uses.next();
                var input = part.input() == null ? "null" : PrettyJson.of(part.input());
                moments.add(Moment.request(use.tool(), use.id(), input));
            }
        }
        return moments;
    }

    private static List<Moment> toolResults(Line.ToolResults line, LineDetails details) {
        var moments = new ArrayList<Moment>(2);
        var results = line.results().iterator();
        for (var part : details.parts()) {
            if (part.kind().equals("tool_result")) {
                var result = results.next();
                var ending = MomentText.ending(result);
                var text = part.content() == null ? "" : ResultText.of(part.content());
                moments.add(Moment.result(result.toolUseId(), null, ending, BriefText.cut(text, BriefText.RESULT_MAX)));
            }
        }
        return moments;
    }
}
