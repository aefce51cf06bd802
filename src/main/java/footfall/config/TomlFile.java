package footfall.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.util.Map;

/** A TOML text, and on which line of it a key stands. */
record TomlFile(String text, Map<String, Object> values) {
  /** @throws Broken when it is no TOML */
  static TomlFile read(String text) throws Broken {
    var mapper = TomlMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    try {
      return new TomlFile(text, mapper.readValue(text, new TypeReference<Map<String, Object>>() {}));
    } catch (JsonProcessingException broken) {
      var at = broken.getLocation();
      throw new Broken(at == null ? 0 : at.getLineNr(), broken.getOriginalMessage());
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
    int number = 0;
    var table = "";
    for (var line : text.lines().map(TomlFile::bare).toList()) {
      number++;
      if (line.startsWith("[")) {
        table = line.replaceFirst("^\\[+", "");
        if (isAt(table, key, ']')) {
          return number;
        }
      } else if (table.isEmpty() && isAt(line, key, '=')) {
        return number;
      }
    }
    return 0;
  }

  /** Whether the line begins with the key, alone or with more behind a dot. */
  private static boolean isAt(String line, String key, char end) {
    return line.startsWith(key)
        && line.length() > key.length()
        && (line.charAt(key.length()) == end || line.charAt(key.length()) == '.');
  }

  private static String bare(String line) {
    return line.replaceAll("[\\s\"']", "");
  }
}
