package footfall.line;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;

/**
 * The derived words that a shipper puts in the key {@code footfall} beside what they replace; absent is null
 * or 0.
 */
record Derived(
    Outcome outcome,
    ErrorCategory category,
    String subject,
    BashCategory bashCategory,
    String fileExtension,
    long inputBytes,
    long resultBytes,
    int chars) {
  static final Derived NONE = new Derived(null, null, null, null, null, 0, 0, 0);

  static Derived read(JsonParser json) throws IOException {
    var words = new String[5];
    var numbers = new long[3];
    Json.fields(json, (name, value) -> {
      switch (name) {
        case "outcome" -> words[0] = Json.text(value);
        case "category" -> words[1] = Json.text(value);
        case "subject" -> words[2] = Json.text(value);
        case "bash_category" -> words[3] = Json.text(value);
        case "file_extension" -> words[4] = Json.text(value);
        case "input_bytes" -> numbers[0] = Json.number(value);
        case "result_bytes" -> numbers[1] = Json.number(value);
        case "chars" -> numbers[2] = Json.number(value);
        default -> {}
      }
    });
    return new Derived(
        outcome(words[0]),
        words[1] == null ? null : ErrorCategory.ofWord(words[1]).orElse(ErrorCategory.OTHER),
        words[2] == null ? null : Ids.bounded(words[2]),
        words[3] == null ? null : BashCategory.ofLabel(words[3]).orElse(BashCategory.OTHER),
        words[4] == null ? null : Ids.bounded(words[4]),
        numbers[0],
        numbers[1],
        (int) Math.min(numbers[2], Integer.MAX_VALUE));
  }

  private static Outcome outcome(String word) {
    for (var outcome : Outcome.values()) {
      if (outcome.word().equals(word)) {
        return outcome;
      }
    }
    return null;
  }
}
