package footfall.brief;

import static java.nio.charset.StandardCharsets.UTF_8;

import footfall.line.Bytes;
import footfall.line.FirstText;
import footfall.line.InputJson;
import footfall.line.LineDetails;
import footfall.line.ToolResult;

/** The texts of calls and results in a brief, for agents with one result a line. */
public final class MomentText {
    private static final String FAILED = "ERROR (api_error)";

    private MomentText() {}

    /** Formatted JSON, which a text may contain; any other text itself. {@code input}: null when absent. */
    public static String input(Bytes input) {
        if (input == null) {
            return "null";
        }
        var json = InputJson.unwrapped(input.toString());
        return json.startsWith("\"") ? ResultText.of(input) : PrettyJson.of(Bytes.of(json.getBytes(UTF_8)));
    }

    public static Moment result(ToolResult result, LineDetails details) {
        var text = BriefText.cut(text(result, details), BriefText.RESULT_MAX);
        return Moment.result(result.toolUseId(), null, ending(result), text);
    }

    private static String text(ToolResult result, LineDetails details) {
        for (var part : details.parts()) {
            if (part.kind().equals("tool_result") && part.content() != null) {
                return ResultText.of(part.content());
            }
        }
        return result.error() == null ? "" : result.error();
    }

    /** The API failed. {@code said}: the text of its error, null when absent. */
    public static Moment failed(String said) {
        return Moment.note(said == null ? FAILED : FAILED + ": " + said, null);
    }

    /** The API failed, whose error the line has in a field {@code message}. */
    public static Moment failed(LineDetails details) {
        return failed(FirstText.in(details.json().toString(), "message"));
    }

    public static Brief.Ending ending(ToolResult result) {
        if (result.outcome().isRefused()) {
            return Brief.Ending.DENIED;
        }
        return result.error() == null ? Brief.Ending.OK : Brief.Ending.FAILED;
    }
}
