package footfall.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import footfall.line.InstantText;
import footfall.session.SessionReport;
import footfall.screen.SafeText;
import footfall.view.OpenTurn;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;

/** Records as JSON on stdout. Only {@code --json} loads it. */
final class JsonOut {
  /** As in the topics: enums are their words, and {@code long} is the name that Java does not allow. */
  private static final ObjectMapper CHANGES = Json.MAPPER.copy()
      .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING).addMixIn(OpenTurn.class, Names.class);

  private static final ObjectMapper SESSIONS = Json.MAPPER.copy().registerModule(milliseconds());
  private static final ObjectMapper REPORTS = SESSIONS.copy()
      .setDefaultPropertyInclusion(JsonInclude.Include.ALWAYS);

  private JsonOut() {}

  /** Reports write every instant to the millisecond, as event logs do. */
  private static SimpleModule milliseconds() {
    return new SimpleModule("milliseconds").addSerializer(Instant.class, new JsonSerializer<Instant>() {
      @Override
      public void serialize(Instant value, JsonGenerator out, SerializerProvider provider)
          throws IOException {
        out.writeString(InstantText.toMillis(value));
      }
    });
  }

  /** Components whose names are others in JSON. */
  private interface Names {
    @JsonProperty("long")
    boolean isLong();

    @JsonProperty("copy")
    boolean isCopy();
  }

  /** One object on stdout, with its absent components as null; nothing in it steers a screen. */
  static void whole(Console console, Object record) throws IOException {
    try (var out = console.writer()) {
      var json = REPORTS.writer().without(SerializationFeature.FLUSH_AFTER_WRITE_VALUE).without(
          JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      if (console.isScreen()) {
        out.write(SafeText.json(json.writeValueAsString(record)));
      } else {
        json.writeValue(out, record);
      }
      out.write('\n');
    }
  }

  /** One array, an element a line, written as it comes. */
  static void array(Console console, Iterable<?> records) throws IOException {
    try (var out = console.writer()) {
      var between = "[";
      for (var record : records) {
        var json = record instanceof SessionReport ? SESSIONS : Json.MAPPER;
        out.write(between);
        out.write(shown(console, json.writeValueAsString(record)));
        between = ",\n";
      }
      out.write(between.equals("[") ? "[]\n" : "]\n");
    }
  }

  /** The same JSON; on a screen what would steer it is escaped. */
  static String shown(Console console, String json) {
    return console.isScreen() ? SafeText.json(json) : json;
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
