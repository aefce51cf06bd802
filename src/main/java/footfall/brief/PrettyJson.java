package footfall.brief;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import footfall.line.Bytes;
import footfall.line.TranscriptJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Formats JSON for reading: indented by two spaces, one member per line, numbers unchanged. */
final class PrettyJson {
    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    private static final DefaultPrettyPrinter STYLE = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""))
            .withObjectIndenter(INDENT)
            .withArrayIndenter(INDENT);

    private PrettyJson() {}

    /** Formats one value. */
    static String of(Bytes value) {
        try (var json = TranscriptJson.parser(value)) {
            json.nextToken();
            return of(json);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Formats the value of the current token; leaves the parser at its end. */
    static String of(JsonParser json) throws IOException {
        var text = new StringWriter();
        try (var out = TranscriptJson.FACTORY.createGenerator(text)) {
            out.setPrettyPrinter(STYLE.createInstance());
            copy(json, out);
        }
        return text.toString();
    }

    private static void copy(JsonParser json, JsonGenerator out) throws IOException {
        int depth = 0;
        do {
            var token = json.currentToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token.isNumeric()) {
                out.writeNumber(json.getText());
            } else if (token == JsonToken.FIELD_NAME) {
                out.writeFieldName(json.currentName());
            } else {
                out.copyCurrentEvent(json);
            }
            if (depth > 0) {
                json.nextToken();
            }
        } while (depth > 0);
    }
}
