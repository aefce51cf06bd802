package footfall.screen;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

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

    /** Styles by meaning. Information is never shown by color alone. */
    enum TextStyle {
        PLAIN(AttributedStyle.DEFAULT),
        FAINT(AttributedStyle.DEFAULT.faint()),
        STRONG(AttributedStyle.BOLD),
        GOOD(AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN)),
        BAD(AttributedStyle.DEFAULT.foreground(AttributedStyle.RED)),
        WARNING(AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW)),
        CHOSEN(AttributedStyle.INVERSE);

        private final AttributedStyle style;

        TextStyle(AttributedStyle style) {
            this.style = style;
        }

        AttributedStyle style() {
            return style;
        }
    }

    /** Pieces of one line. If they do not fit, the least important are omitted as a whole. */
    static final class LinePieces {
        private static final String BETWEEN = "  ";

        private final List<Piece> pieces = new ArrayList<>();

        /** {@code rank}: 1 is the most important; of two with the same rank, the later is omitted first. */
        private record Piece(int rank, TextStyle ink, String words) {}

        /** Empty text adds no piece. */
        LinePieces add(int rank, TextStyle ink, String words) {
            if (!words.isEmpty()) {
                pieces.add(new Piece(rank, ink, words));
            }
            return this;
        }

        LinePieces add(int rank, String words) {
            return add(rank, TextStyle.PLAIN, words);
        }

        /** Appends the pieces that fit to a line. */
        ScreenLine on(ScreenLine line) {
            var fitting = new ArrayList<>(pieces);
            while (width(fitting) > line.room()) {
                fitting.remove(least(fitting));
            }
            var before = "";
            for (var piece : fitting) {
                line.plain(before).add(piece.ink, piece.words);
                before = BETWEEN;
            }
            return line;
        }

        /** The same; if not even the most important piece fits, it is cut. */
        ScreenLine cutOn(ScreenLine line) {
            var first = pieces.stream().min(Comparator.comparingInt(Piece::rank));
            if (first.isPresent() && Cells.width(first.get().words) > line.room()) {
                return line.add(first.get().ink, Cells.cut(first.get().words, line.room()));
            }
            return on(line);
        }

        /** The pieces as one bar of the given width in one style. */
        AttributedString bar(TextStyle ink, int width) {
            return ScreenLine.bar(ink, on(new ScreenLine(width).gap(1)).done().toString(), width);
        }

        int width() {
            return width(pieces);
        }

        private static int width(List<Piece> some) {
            int between = Math.max(0, some.size() - 1) * BETWEEN.length();
            return between
                    + some.stream().mapToInt(piece -> Cells.width(piece.words)).sum();
        }

        private static int least(List<Piece> some) {
            int least = 0;
            for (int i = 1; i < some.size(); i++) {
                least = some.get(i).rank >= some.get(least).rank ? i : least;
            }
            return least;
        }
    }
}
