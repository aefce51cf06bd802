package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.Line;
import footfall.line.Source;
import java.util.List;

/** The fields that {@link QbitMoments} reads. */
public final class QbitReader implements MomentReader {
  @Override
  public String dialect() {
    return "qbit";
  }

  @Override
  public List<Moment> moments(Line line, Anatomy anatomy, Source source) {
    return QbitMoments.of(line, anatomy, source);
  }
}
