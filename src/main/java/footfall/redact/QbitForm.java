package footfall.redact;

import footfall.line.Line;
import footfall.line.LineDetails;
import java.util.List;

/** Writes qbit events with {@link QbitJson}. */
public final class QbitForm implements RedactedForm {
    @Override
    public String dialect() {
        return "qbit";
    }

    @Override
    public byte[] write(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        return QbitJson.of(line, details, completed, errors);
    }
}
