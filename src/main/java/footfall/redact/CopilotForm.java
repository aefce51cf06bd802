package footfall.redact;

import footfall.line.CopilotEvent;
import footfall.line.Line;
import footfall.line.LineDetails;

/** Writes Copilot lines with {@link CopilotJson}. */
public final class CopilotForm implements RedactedForm {
    @Override
    public String dialect() {
        return "copilot";
    }

    @Override
    public byte[] write(Line line, LineDetails details, OpenCalls calls, ErrorDetail errors) {
        if (line instanceof Line.Unresolved unresolved && unresolved.event() instanceof CopilotEvent event) {
            return CopilotJson.of(event, unresolved, calls, errors);
        }
        throw new IllegalArgumentException("copilot has no line of this type");
    }
}
