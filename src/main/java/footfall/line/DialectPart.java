package footfall.line;

/**
 * What a package downstream needs of each dialect, such as its redacted form. Implementations are services,
 * as dialects are; see {@link Dialects#parts}.
 */
public interface DialectPart {
  /** The {@link Dialect#word} of the dialect that it belongs to. */
  String dialect();
}
