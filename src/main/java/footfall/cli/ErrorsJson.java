package footfall.cli;

import com.fasterxml.jackson.core.JsonFactory;
import footfall.call.CallError;
import footfall.screen.SafeText;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/**
 * Writes one JSON array of errors to stdout, one element a line, as they are found. Nothing is written
 * before the first error or the end, so a file that is not a transcript produces no array.
 */
final class ErrorsJson implements Closeable {
    private static final JsonFactory JSON = new JsonFactory();

    private final Writer out;
    private final boolean isScreen;
    private String between = "[";

    ErrorsJson(Console console) {
        this.out = console.writer();
        this.isScreen = console.isScreen();
    }

    /** {@code input} is already JSON. */
    void add(CallError error, String input) throws IOException {
        var element = new StringWriter();
        try (var json = JSON.createGenerator(element)) {
            json.writeStartObject();
            json.writeStringField("tool", error.tool());
            json.writeFieldName("input");
            json.writeRawValue(input == null ? "null" : input);
            json.writeStringField("error", error.error());
            json.writeStringField("tool_use_id", error.toolUseId());
            json.writeEndObject();
        }
        out.write(between);
        out.write(isScreen ? SafeText.json(element.toString()) : element.toString());
        between = ",\n";
    }

    void end() throws IOException {
        out.write(between.equals("[") ? "[]\n" : "]\n");
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
