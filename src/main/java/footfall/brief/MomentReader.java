package footfall.brief;

import footfall.line.Dialect;
import footfall.line.DialectPart;
import footfall.line.Dialects;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Source;
import java.util.List;
import java.util.Map;

/** Reads the moments of a brief from the lines of one dialect. */
public interface MomentReader extends DialectPart {
    Map<Dialect, MomentReader> ALL = Dialects.parts(MomentReader.class, (line, details, source) -> List.of());

    /** As the reader of the file's dialect reads them. */
    static List<Moment> of(Line line, LineDetails details, Source source) {
        return ALL.get(source.dialect()).moments(line, details, source);
    }

    /** The moments of a line in order; empty for a line that a brief does not contain. */
    List<Moment> moments(Line line, LineDetails details, Source source);
}
