package footfall.reader.mini;

import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import java.util.List;

/** The prompts of the tests' own dialect. */
final class MiniMoments implements MomentReader {
    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        return line instanceof Line.Prompt ? List.of(Moment.prompt(details.text())) : List.of();
    }
}
