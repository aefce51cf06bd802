package footfall.redact;

import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.Outcome;
import java.util.List;

/** The redacted lines of the tests' own dialect. */
public final class MiniForm implements RedactedForm {
    @Override
    public String dialect() {
        return "mini";
    }

    @Override
    public byte[] write(Line line, LineDetails details, List<OpenCalls.Call> completed, ErrorDetail errors) {
        var fields = new JsonObjectWriter().text("is", details.type()).text("at", details.at());
        if (line instanceof Line.Prompt prompt) {
            fields.text("ask", UserWords.DOT)
                    .object("footfall")
                    .number("chars", prompt.chars())
                    .endObject();
        } else if (line instanceof Line.Assistant assistant) {
            var use = assistant.toolUses().get(0);
            fields.text("id", use.id())
                    .text("tool", use.tool())
                    .object("in")
                    .endObject()
                    .object("footfall")
                    .number("input_bytes", use.inputBytes())
                    .endObject();
        } else if (line instanceof Line.ToolResults results) {
            var result = results.results().get(0);
            boolean isOk = result.outcome() == Outcome.OK;
            var failure = isOk ? new Failure(null, null) : Failure.of(result, completed.get(0), errors);
            fields.text("id", result.toolUseId())
                    .truth("bad", !isOk)
                    .text("out", failure.text())
                    .object("footfall")
                    .text("outcome", result.outcome().word())
                    .text(
                            "category",
                            failure.verdict() == null
                                    ? null
                                    : failure.verdict().category().word())
                    .number("result_bytes", result.resultBytes())
                    .endObject();
        }
        return fields.bytes();
    }
}
