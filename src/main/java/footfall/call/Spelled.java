package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Dialect;
import footfall.line.Dialects;
import java.util.Map;

/** A call by the names that reports know: the tools of claude and the fields of their inputs. */
public record Spelled(String tool, Map<String, String> input) {
  private static final Map<Dialect, Spelling> SPELLINGS = Dialects.parts(Spelling.class);

  /** {@code tool}: as the transcript names it. */
  static Spelled of(Anatomy anatomy, String tool, Map<String, String> input) {
    return SPELLINGS.get(anatomy.dialect()).of(new Spelled(tool, input));
  }
}
