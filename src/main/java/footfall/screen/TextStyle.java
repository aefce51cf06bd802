package footfall.screen;

import org.jline.utils.AttributedStyle;

/** What a piece of text means, and so how it looks in colour. Nothing is told by colour alone. */
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
