package footfall.redact;

import footfall.line.DialectPart;
import footfall.line.Line;
import footfall.line.LineDetails;
import java.util.List;

/** Writes the redacted lines of one dialect: an allow-list by construction, because no byte is copied. */
public interface RedactedForm extends DialectPart {
    /**
     * The JSON of a line that has an effect. {@code completed}: the calls of its results in order, null for one
     * that is unknown.
     */
    byte[] write(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors);
}
