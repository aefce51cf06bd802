package footfall.redact;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import footfall.line.Bytes;
import footfall.line.LineParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.BitSet;

/** Finds what a text repeats of a call's input: runs of 20 characters and more, whatever their case. */
final class InputEcho {
  /** UTF-16 units. */
  static final int RUN_MIN = 20;

  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          // What the line's parser let pass is not judged again; a line is bounded, and what is kept of it.
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(LineParser.NESTING_MAX)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
          .build();

  private InputEcho() {}

  /** {@code input}: JSON, or empty. */
  static BitSet in(String line, Bytes input) {
    var text = lower(line);
    var said = lower(scalars(input));
    var repeated = new BitSet();
    for (int i = 0; i + RUN_MIN <= text.length(); i++) {
      if (said.contains(text.substring(i, i + RUN_MIN))) {
        repeated.set(i, i + RUN_MIN);
      }
    }
    return repeated;
  }

  /** All that the input says: keys, texts and numbers, a line each. */
  private static String scalars(Bytes input) {
    var all = new StringBuilder(input.length());
    try (var json = JSON.createParser(input.array(), input.from(), input.length())) {
      for (var token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.FIELD_NAME || token.isScalarValue()) {
          all.append(json.getText()).append('\n');
        }
      }
      return all.toString();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Unit by unit, so that places stay where they are. */
  private static String lower(String text) {
    var units = text.toCharArray();
    for (int i = 0; i < units.length; i++) {
      units[i] = Character.toLowerCase(units[i]);
    }
    return new String(units);
  }
}
