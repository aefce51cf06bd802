package footfall.picture;

/**
 * How wide text will be, without asking for a font: whoever shows the picture has another. Rather too wide
 * than too narrow.
 */
final class Lettering {
  private static final int NAME_MAX = 34;
  private static final String NARROW = "fijlrtI.,:;'|!()[]-_ ";
  private static final String WIDE = "mwMWQOGD@%&";

  private Lettering() {}

  /** In pixels, at a font size in pixels. */
  static double width(String text, double size) {
    return text.codePoints().mapToDouble(Lettering::ems).sum() * size;
  }

  private static double ems(int c) {
    if (c > 0x2E7F) {
      return 1.05;
    } else if (NARROW.indexOf(c) >= 0) {
      return 0.4;
    } else if (WIDE.indexOf(c) >= 0) {
      return 0.88;
    }
    return Character.isUpperCase(c) ? 0.7 : 0.59;
  }

  /** A name, cut in its middle when it is too long to stand in a box: its ends tell it from others. */
  static String fitting(String name) {
    int length = name.codePointCount(0, name.length());
    if (length <= NAME_MAX) {
      return name;
    }
    int head = name.offsetByCodePoints(0, NAME_MAX / 2);
    int tail = name.offsetByCodePoints(name.length(), -(NAME_MAX / 2 - 1));
    return name.substring(0, head) + "…" + name.substring(tail);
  }
}
