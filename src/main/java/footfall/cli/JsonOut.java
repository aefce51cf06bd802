package footfall.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One array of records on stdout, an element a line, written as it comes. Only {@code --json} loads it. */
final class JsonOut {
  private JsonOut() {}

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

  /** A record on one line. */
  static String text(Object record) {
    try {
      return Json.MAPPER.writeValueAsString(record);
    } catch (JsonProcessingException bug) {
      throw new UncheckedIOException("a " + record.getClass().getSimpleName() + " has no JSON", bug);
    }
  }
}
