package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Dialect;
import footfall.line.Dialects;
import java.util.Map;

/** A call by the names that reports know: the tools of claude and the fields of their inputs. */
public record NormalizedCall(String tool, Map<String, String> input) {
  private static final Map<Dialect, CallNormalizer> SPELLINGS = Dialects.parts(CallNormalizer.class);

  /** {@code tool}: as the transcript names it. */
  static NormalizedCall of(Anatomy anatomy, String tool, Map<String, String> input) {
    return SPELLINGS.get(anatomy.dialect()).of(new NormalizedCall(tool, input));
  }
}
