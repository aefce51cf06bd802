package footfall.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;

/** Tells results: as JSON for machines, else as a table, as wide as the screen where there is one. */
record Told(Console console, CommandSpec command, boolean json) {
  private static final Pattern TAG = Pattern.compile("</?(?:[a-z]+(?:[_-][a-z]+)+|error)>");

  /** {@code none}: what people are told when there is nothing; null when they know. */
  void tell(Iterable<?> records, Table table, String none) throws IOException {
    boolean isNone = !records.iterator().hasNext();
    if (isNone && none != null) {
      console.say(none);
    }
    if (json) {
      JsonOut.array(console, records);
    } else if (!isNone) {
      try (var out = console.writer()) {
        table.print(out, width());
      }
    }
  }

  /** Of the screen; any where there is none. */
  int width() {
    return console.isScreen() ? ScreenWidth.of(command) : Table.ANY_WIDTH;
  }

  /** A text on one line: without the tags that agents put around errors, and without escaped line breaks. */
  static String line(String text) {
    return TAG.matcher(text).replaceAll(" ").replaceAll("(?<!:)\\\\n|\\s+", " ").replaceAll(" +", " ")
        .strip();
  }

  static String decimal(double value) {
    return BigDecimal.valueOf(value).setScale(1, RoundingMode.HALF_UP).toPlainString();
  }
}
