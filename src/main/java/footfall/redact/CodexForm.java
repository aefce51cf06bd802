package footfall.redact;

import footfall.line.CodexEvent;
import footfall.line.Line;
import footfall.line.LineDetails;

/** Writes Codex lines with {@link CodexJson}. */
public final class CodexForm implements RedactedForm {
    @Override
    public String dialect() {
        return "codex";
    }

    @Override
    public byte[] write(Line line, LineDetails details, OpenCalls calls, ErrorDetail errors) {
        if (line instanceof Line.Unresolved unresolved && unresolved.event() instanceof CodexEvent event) {
            return CodexJson.of(event, unresolved, calls, errors);
        }
        throw new IllegalArgumentException("codex has no line of this type");
    }
}
