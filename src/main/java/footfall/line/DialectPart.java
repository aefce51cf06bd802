package footfall.line;

/** A property of dialects that is defined in another package; see {@link Dialect#parts}. */
public interface DialectPart {}
