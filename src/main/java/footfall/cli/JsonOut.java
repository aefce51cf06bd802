package footfall.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import footfall.screen.Visible;
import footfall.view.OpenTurn;
import footfall.wire.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Records as JSON on stdout. Only {@code --json} loads it. */
final class JsonOut {
  /** As in the topics: enums are their words, and {@code long} is the name that Java does not allow. */
  private static final ObjectMapper CHANGES = Json.MAPPER.copy()
      .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING).addMixIn(OpenTurn.class, Names.class);

  private JsonOut() {}

  /** Components whose names are others in JSON. */
  private interface Names {
    @JsonProperty("long")
    boolean isLong();

    @JsonProperty("copy")
    boolean isCopy();
  }

  /** One object on stdout, with its absent components as null; nothing in it steers a screen. */
  static void whole(Console console, Object record) throws IOException {
    var mapper = Json.MAPPER.copy().setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS);
    try (var out = console.writer()) {
      var json = mapper.writer().without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE).without(
          JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      if (console.isScreen()) {
        out.write(Visible.json(json.writeValueAsString(record)));
      } else {
        json.writeValue(out, record);
      }
      out.write('\n');
    }
  }

  /** One array, an element a line, written as it comes. */
  static void array(Console console, Iterable<?> records) throws IOException {
    try (var out = new BufferedOutputStream(console.out(), 1 << 16)) {
      var json = Json.MAPPER.writer().with(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
      boolean isFirst = true;
      for (var record : records) {
        out.write(utf8(isFirst ? "[" : ",\n"));
        out.write(console.isScreen() ? utf8(Visible.json(json.writeValueAsString(record)))
            : json.writeValueAsBytes(record));
        isFirst = false;
      }
      out.write(utf8(isFirst ? "[]\n" : "]\n"));
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The same JSON; on a screen what would steer it is escaped. */
  static String shown(Console console, String json) {
    return console.isScreen() ? Visible.json(json) : json;
  }

  /** A record on one line. */
  static String text(Object record) {
    try {
      return CHANGES.writeValueAsString(record);
    } catch (JsonProcessingException bug) {
      throw new UncheckedIOException("a " + record.getClass().getSimpleName() + " has no JSON", bug);
    }
  }
}
