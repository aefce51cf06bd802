package footfall.call;

import footfall.line.DialectPart;

/** Names the calls of one dialect as reports know them; what reports do not know stays as it is. */
public interface CallNormalizer extends DialectPart {
  NormalizedCall of(NormalizedCall call);
}
