package footfall.brief;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import footfall.line.Bytes;
import footfall.scan.JsonScanner;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** Formats JSON for reading: indented by two spaces, one member per line, numbers unchanged. */
public final class PrettyJson {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    private static final DefaultPrettyPrinter STYLE = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""))
            .withObjectIndenter(INDENT)
            .withArrayIndenter(INDENT);

    private PrettyJson() {}

    /** Formats one value. */
    public static String of(Bytes value) {
        return of(value.json());
    }

    /** Reads the current value, and formats it. */
    public static String of(JsonScanner json) {
        var text = new StringWriter();
        try (var out = FACTORY.createGenerator(text)) {
            out.setPrettyPrinter(STYLE.createInstance());
            copy(json, out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void copy(JsonScanner json, JsonGenerator out) throws IOException {
        if (json.isObject()) {
            out.writeStartObject();
            for (json.fields(); json.nextField(); ) {
                out.writeFieldName(json.name());
                copy(json, out);
            }
            out.writeEndObject();
        } else if (json.isList()) {
            out.writeStartArray();
            for (json.elements(); json.nextElement(); ) {
                copy(json, out);
            }
            out.writeEndArray();
        } else if (json.isText()) {
            out.writeString(json.text());
        } else {
            out.writeRawValue(json.written());
        }
    }
}
