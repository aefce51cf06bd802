package footfall.screen;

import org.jline.utils.AttributedStyle;

/** Styles by meaning. Information is never shown by color alone. */
public enum TextStyle {
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
