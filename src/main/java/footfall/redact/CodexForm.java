package footfall.redact;

import footfall.line.CodexEvent;
import footfall.line.Line;
import footfall.line.LineDetails;
import java.util.List;

/** Writes Codex lines with {@link CodexJson}. */
public final class CodexForm implements RedactedForm {
    @Override
    public String dialect() {
        return "codex";
    }

    @Override
    public byte[] write(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        if (line instanceof Line.Unresolved unresolved && unresolved.event() instanceof CodexEvent event) {
            return CodexJson.of(event, unresolved, completed, errors);
        }
        throw new IllegalArgumentException("codex has no line of this type");
    }
}
