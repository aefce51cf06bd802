package footfall.redact;

import footfall.line.CopilotEvent;
import footfall.line.Line;
import footfall.line.LineDetails;
import java.util.List;

/** Writes Copilot lines with {@link CopilotJson}. */
public final class CopilotForm implements RedactedForm {
    @Override
    public String dialect() {
        return "copilot";
    }

    @Override
    public byte[] write(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        if (line instanceof Line.Unresolved unresolved && unresolved.event() instanceof CopilotEvent event) {
            return CopilotJson.of(event, unresolved, completed, errors);
        }
        throw new IllegalArgumentException("copilot has no line of this type");
    }
}
