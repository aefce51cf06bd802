package footfall.screen;

import java.util.ArrayList;
import java.util.List;

/** A sentence over as many lines as it needs, broken between words; a word that fits no line is one alone. */
public final class Wrapped {
  private Wrapped() {}

  public static List<String> of(String words, int width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : words.split(" ")) {
      if (line.length() > 0 && Cells.width(line.toString()) + 1 + Cells.width(word) > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
