package footfall.screen;

import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Removes colors for NO_COLOR (no-color.org); keeps bold, faint and inverse. */
public final class Uncoloured {
    private Uncoloured() {}

    public static List<AttributedString> of(List<AttributedString> lines) {
        return lines.stream().map(Uncoloured::of).toList();
    }

    private static AttributedString of(AttributedString line) {
        var plain = new AttributedStringBuilder();
        for (int start = 0, end; start < line.length(); start = end) {
            end = line.runLimit(start);
            plain.append(
                    line.subSequence(start, end).toString(),
                    line.styleAt(start).foregroundDefault().backgroundDefault());
        }
        return plain.toAttributedString();
    }
}
