package footfall.eventlog;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;

/** An event log as one JSON object a line, in plain names; what is absent is left out. */
public final class JsonLinesFormat implements EventFormat {
  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;

  public JsonLinesFormat(Writer out) throws IOException {
    this.json = JSON.createGenerator(out).setRootValueSeparator(null);
  }

  @Override
  public void event(Event event) throws IOException {
    json.writeStartObject();
    for (var column : Column.ALL) {
      var value = column.of(event);
      if (value != null) {
        json.writeFieldName(column.plain());
        write(value);
      }
    }
    json.writeEndObject();
    json.writeRaw('\n');
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
    json.flush();
  }
}
