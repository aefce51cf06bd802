package footfall.redact;

import footfall.line.DialectPart;
import footfall.line.Line;
import footfall.line.LineDetails;

/** Writes the redacted lines of one dialect: an allow-list by construction, because no byte is copied. */
public interface RedactedForm extends DialectPart {
    /**
     * The JSON of a line that has an effect. Removes the calls that the line has results for from
     * {@code calls}.
     */
    byte[] write(Line line, LineDetails details, OpenCalls calls, ErrorDetail errors);
}
