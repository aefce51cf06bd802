package footfall.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.Map;

/** A TOML text, and on which line of it a key stands. */
record TomlFile(TomlLines lines, Map<String, Object> values) {
  /** @throws Broken when it is no TOML */
  static TomlFile read(String text) throws Broken {
    var mapper = TomlMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    try {
      var values = mapper.readValue(text, new TypeReference<Map<String, Object>>() {});
      return new TomlFile(TomlLines.of(text), values);
    } catch (JsonProcessingException broken) {
      var repeated = broken.getOriginalMessage().startsWith("Duplicate key") ? TomlLines.of(text).repeated()
          : 0;
      var at = broken.getLocation();
      // The parser has read on to what stands behind the value before it says so.
      throw new Broken(repeated > 0 || at == null ? repeated : at.getLineNr(), broken.getOriginalMessage());
    }
  }

  /** It is no TOML; {@code line} counts from 1, 0 when nobody knows. */
  static final class Broken extends Exception {
    private static final long serialVersionUID = 1;

    final int line;

    Broken(int line, String message) {
      super(message);
      this.line = line;
    }
  }

  /** The line of a top-level key or table, from 1; 0 when it is spelled in a way that is not looked for. */
  int lineOf(String key) {
    return lines.lineOf(key);
  }

  /** The line of an entry of a table; of the table itself when the entry is spelled in another way. */
  int lineOf(String key, String entry) {
    int line = lines.lineOf(key + "." + entry);
    return line == 0 ? lines.lineOf(key) : line;
  }
}
