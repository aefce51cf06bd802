package footfall.brief;

import footfall.line.Anatomy;
import footfall.line.Line;
import footfall.line.Source;
import java.util.List;

/** The fields that {@link ClaudeMoments} reads. */
public final class ClaudeReader implements MomentReader {
  @Override
  public String dialect() {
    return "claude";
  }

  @Override
  public List<Moment> moments(Line line, Anatomy anatomy, Source source) {
    return ClaudeMoments.of(line, anatomy, source);
  }
}
