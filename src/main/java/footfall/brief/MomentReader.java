package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.DialectPart;
import footfall.line.Line;
import footfall.line.Source;
import java.util.List;

/** Reads from the lines of one dialect what a brief contains. */
public interface MomentReader extends DialectPart {
  /** In order; none for a line that a summarizer need not read. */
  List<Moment> moments(Line line, Anatomy anatomy, Source source);
}
