package footfall.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;

/**
 * Writes an event log as one JSON object per line, alone or in one array, with plain names; absent values are
 * omitted.
 */
public final class JsonLinesFormat implements EventFormat {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;
    private final boolean isArray;
    private String between = "[";

    public JsonLinesFormat(Writer out) throws IOException {
        this(out, false);
    }

    private JsonLinesFormat(Writer out, boolean isArray) throws IOException {
        this.json = JSON.createGenerator(out).setRootValueSeparator(null);
        this.isArray = isArray;
    }

    /** One array, one element a line. */
    public static JsonLinesFormat array(Writer out) throws IOException {
        return new JsonLinesFormat(out, true);
    }

    @Override
    public void event(Event event) throws IOException {
        if (isArray) {
            json.writeRaw(between);
            between = ",\n";
        }
        json.writeStartObject();
        for (var column : Column.ALL) {
            var value = column.of(event);
            if (value != null) {
                json.writeFieldName(column.plain());
                write(value);
            }
        }
        json.writeEndObject();
        if (!isArray) {
            json.writeRaw('\n');
        }
    }

    private void write(Object value) throws IOException {
        if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof BigDecimal amount) {
            json.writeNumber(Column.text(amount));
        } else if (value instanceof Boolean flag) {
            json.writeBoolean(flag);
        } else {
            json.writeString(Column.text(value));
        }
    }

    @Override
    public void end() throws IOException {
        if (isArray) {
            json.writeRaw(between.equals("[") ? "[]\n" : "]\n");
        }
        json.flush();
    }
}
