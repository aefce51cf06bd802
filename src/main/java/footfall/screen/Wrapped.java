package footfall.screen;

import java.util.ArrayList;
import java.util.List;

/** Wraps a sentence between words; a longer word gets its own line. */
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
