package footfall.redact;

import footfall.line.Anatomy;
import footfall.line.Line;

/** Writes claude lines with {@link LineJson}. */
public final class ClaudeForm implements RedactedForm {
    @Override
    public String dialect() {
        return "claude";
    }

    @Override
    public byte[] write(Line line, Anatomy anatomy, OpenCalls calls, ErrorDetail errors) {
        return LineJson.of(line, anatomy, calls, errors);
    }
}
