package footfall.line;

import java.io.IOException;

/** A count that no transcript can mean, such as {@code 1e400} tokens: its line is rejected. */
final class NumberOutOfRange extends IOException {
  private static final long serialVersionUID = 1L;

  NumberOutOfRange() {
    super("number out of range");
  }
}
