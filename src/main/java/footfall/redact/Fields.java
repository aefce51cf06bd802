package footfall.redact;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A JSON object being written, in memory. A value that is absent (null, 0, false) is left out with its key.
 */
final class Fields {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int BYTES_USUAL = 768;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(BYTES_USUAL);
  private final JsonGenerator json;

  private interface Step {
    void take() throws IOException;
  }

  Fields() {
    try {
      json = JSON.createGenerator(bytes);
      json.writeStartObject();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  Fields text(String key, String value) {
    return value == null ? this : then(() -> json.writeStringField(key, value));
  }

  Fields number(String key, long value) {
    return value == 0 ? this : then(() -> json.writeNumberField(key, value));
  }

  Fields flag(String key, boolean value) {
    return value ? then(() -> json.writeBooleanField(key, true)) : this;
  }

  /** A value that says something when it is false too. */
  Fields truth(String key, boolean value) {
    return then(() -> json.writeBooleanField(key, value));
  }

  Fields object(String key) {
    return then(() -> json.writeObjectFieldStart(key));
  }

  /** An element of a list. */
  Fields object() {
    return then(json::writeStartObject);
  }

  Fields endObject() {
    return then(json::writeEndObject);
  }

  Fields list(String key) {
    return then(() -> json.writeArrayFieldStart(key));
  }

  Fields endList() {
    return then(json::writeEndArray);
  }

  /** Ends the outermost object. */
  byte[] bytes() {
    then(json::writeEndObject).then(json::close);
    return bytes.toByteArray();
  }

  private Fields then(Step step) {
    try {
      step.take();
      return this;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
