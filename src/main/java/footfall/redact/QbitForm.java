package footfall.redact;

import footfall.line.Line;
import footfall.line.LineDetails;

/** Writes qbit events with {@link QbitJson}. */
public final class QbitForm implements RedactedForm {
    @Override
    public String dialect() {
        return "qbit";
    }

    @Override
    public byte[] write(Line line, LineDetails details, OpenCalls calls, ErrorDetail errors) {
        return QbitJson.of(line, details, calls, errors);
    }
}
