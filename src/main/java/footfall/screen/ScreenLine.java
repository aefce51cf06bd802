package footfall.screen;

import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Builds one line of the screen from the left; never exceeds its width. */
final class ScreenLine {
    private final AttributedStringBuilder text = new AttributedStringBuilder();
    private final int width;
    private int used;

    ScreenLine(int width) {
        this.width = width;
    }

    /** Adds as much of the text as fits. */
    ScreenLine add(TextStyle ink, String words) {
        var cut = Cells.cut(words, width - used);
        text.append(cut, ink.style());
        used += Cells.width(cut);
        return this;
    }

    /** Adds untrusted text. */
    ScreenLine untrusted(TextStyle ink, String words) {
        return add(ink, SafeText.of(words));
    }

    ScreenLine plain(String words) {
        return add(TextStyle.PLAIN, words);
    }

    /** Adds spaces, which are trimmed at the end of the line. */
    ScreenLine gap(int columns) {
        return plain(" ".repeat(Math.max(0, Math.min(columns, width - used))));
    }

    /** Pads to the full width in one style. */
    static AttributedString bar(TextStyle ink, String words, int width) {
        return new ScreenLine(width).add(ink, Cells.left(words, width)).done();
    }

    /** Several lines: the words wrapped between words and indented. */
    static List<AttributedString> wrapped(TextStyle ink, String words, int indent, int width) {
        return Wrapped.of(words, width - indent).stream()
                .map(line -> new ScreenLine(width).gap(indent).add(ink, line).done())
                .toList();
    }

    int room() {
        return width - used;
    }

    AttributedString done() {
        return text.toAttributedString();
    }
}
