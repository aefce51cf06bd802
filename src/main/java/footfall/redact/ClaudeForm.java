package footfall.redact;

import footfall.line.Line;
import footfall.line.LineDetails;
import java.util.List;

/** Writes claude lines with {@link LineJson}. */
public final class ClaudeForm implements RedactedForm {
    @Override
    public String dialect() {
        return "claude";
    }

    @Override
    public byte[] write(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        return LineJson.of(line, details, completed, errors);
    }
}
