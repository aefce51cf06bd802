package footfall.redact;

import footfall.line.Anatomy;
import footfall.line.Line;

/** Writes qbit events with {@link QbitJson}. */
public final class QbitForm implements RedactedForm {
    @Override
    public String dialect() {
        return "qbit";
    }

    @Override
    public byte[] write(Line line, Anatomy anatomy, OpenCalls calls, ErrorDetail errors) {
        return QbitJson.of(line, anatomy, calls, errors);
    }
}
