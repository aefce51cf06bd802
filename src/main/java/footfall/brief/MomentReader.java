package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.DialectPart;
import footfall.line.Line;
import footfall.line.Source;
import java.util.List;

/** Reads the moments of a brief from the lines of one dialect. */
public interface MomentReader extends DialectPart {
    /** The moments of a line in order; empty for a line that a brief does not contain. */
    List<Moment> moments(Line line, Anatomy anatomy, Source source);
}
