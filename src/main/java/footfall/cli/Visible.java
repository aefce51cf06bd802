package footfall.cli;

import footfall.line.Printable;

/** Text of strangers for a terminal: nothing in it steers or hides. */
final class Visible {
  private Visible() {}

  static String of(String text) {
    return Printable.of(text);
  }
}
