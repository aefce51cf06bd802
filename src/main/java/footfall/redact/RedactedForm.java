package footfall.redact;

import footfall.line.Anatomy;
import footfall.line.DialectPart;
import footfall.line.Line;

/** Writes the redacted lines of one dialect: an allow-list by construction, since no byte is copied. */
public interface RedactedForm extends DialectPart {
  /**
   * The JSON of a line that means something. Takes the calls that the line has results for out of {@code
   * calls}.
   */
  byte[] write(Line line, Anatomy anatomy, OpenCalls calls, ErrorDetail errors);
}
