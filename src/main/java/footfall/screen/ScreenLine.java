package footfall.screen;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** One line of a screen being written from the left. It never becomes wider than its width. */
final class ScreenLine {
  private final AttributedStringBuilder text = new AttributedStringBuilder();
  private final int width;
  private int used;

  ScreenLine(int width) {
    this.width = width;
  }

  /** As much of some text as there is room for. */
  ScreenLine add(TextStyle ink, String words) {
    var cut = Cells.cut(words, width - used);
    text.append(cut, ink.style());
    used += Cells.width(cut);
    return this;
  }

  /** Text of strangers. */
  ScreenLine told(TextStyle ink, String words) {
    return add(ink, SafeText.of(words));
  }

  ScreenLine plain(String words) {
    return add(TextStyle.PLAIN, words);
  }

  /** A gap that is left out at the very end. */
  ScreenLine gap(int columns) {
    return plain(" ".repeat(Math.max(0, Math.min(columns, width - used))));
  }

  /** Filled to its width, all in one ink. */
  static AttributedString bar(TextStyle ink, String words, int width) {
    return new ScreenLine(width).add(ink, Cells.left(words, width)).done();
  }

  int room() {
    return width - used;
  }

  AttributedString done() {
    return text.toAttributedString();
  }
}
