package footfall.brief;

import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import java.util.List;

/** The prompts of the tests' own dialect. */
public final class MiniReader implements MomentReader {
    @Override
    public String dialect() {
        return "mini";
    }

    @Override
    public List<Moment> moments(Line line, LineDetails details, Source source) {
        return line instanceof Line.Prompt ? List.of(Moment.prompt(details.text())) : List.of();
    }
}
