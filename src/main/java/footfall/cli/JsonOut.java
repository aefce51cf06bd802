package footfall.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializationFeature;
import footfall.wire.Json;
import java.io.IOException;

/** Records as JSON on stdout. Only {@code --json} loads it. */
final class JsonOut {
  private JsonOut() {}

  /** One object on stdout, with its absent components as null. */
  static void whole(Console console, Object record) throws IOException {
    var mapper = Json.MAPPER.copy().setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS);
    try (var out = console.writer()) {
      mapper.writer().without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE).without(
          JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, record);
      out.write('\n');
    }
  }

  /** One array, an element a line, written as it comes. */
  static void array(Console console, Iterable<?> records) throws IOException {
    try (var out = console.writer()) {
      var json = Json.MAPPER.writer().without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
      var between = "[";
      for (var record : records) {
        out.write(between);
        out.write(json.writeValueAsString(record));
        between = ",\n";
      }
      out.write(between.equals("[") ? "[]\n" : "]\n");
    }
  }
}
