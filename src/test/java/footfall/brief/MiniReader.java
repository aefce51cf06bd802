package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.Line;
import footfall.line.Source;
import java.util.List;

/** The prompts of the tests' own dialect. */
public final class MiniReader implements MomentReader {
    @Override
    public String dialect() {
        return "mini";
    }

    @Override
    public List<Moment> moments(Line line, Anatomy anatomy, Source source) {
        return line instanceof Line.Prompt ? List.of(Moment.prompt(anatomy.text())) : List.of();
    }
}
