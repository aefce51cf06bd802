package footfall.line;

/**
 * A property of dialects that is defined in another package. Implementations are
 * services, as dialects are; see {@link Dialects#parts}.
 */
public interface DialectPart {
    /** The {@link Dialect#word} of its dialect. */
    String dialect();
}
