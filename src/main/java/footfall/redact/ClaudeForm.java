package footfall.redact;

import footfall.line.Line;
import footfall.line.LineDetails;

/** Writes claude lines with {@link LineJson}. */
public final class ClaudeForm implements RedactedForm {
    @Override
    public String dialect() {
        return "claude";
    }

    @Override
    public byte[] write(Line line, LineDetails details, OpenCalls calls, ErrorDetail errors) {
        return LineJson.of(line, details, calls, errors);
    }
}
