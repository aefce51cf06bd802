package footfall.call;

import footfall.line.Anatomy;
import footfall.line.Dialect;
import footfall.line.Dialects;
import java.util.Map;

/** A call in the names that reports use: claude's tools and their input fields. */
public record NormalizedCall(String tool, Map<String, String> input) {
  private static final Map<Dialect, CallNormalizer> SPELLINGS = Dialects.parts(CallNormalizer.class);

  /** {@code tool}: the name in the transcript. */
  static NormalizedCall of(Anatomy anatomy, String tool, Map<String, String> input) {
    return SPELLINGS.get(anatomy.dialect()).of(new NormalizedCall(tool, input));
  }
}
