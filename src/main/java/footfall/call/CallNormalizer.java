package footfall.call;

import footfall.line.DialectPart;

/** Maps the calls of one dialect to the names that reports use; unknown calls are unchanged. */
public interface CallNormalizer extends DialectPart {
  NormalizedCall of(NormalizedCall call);
}
