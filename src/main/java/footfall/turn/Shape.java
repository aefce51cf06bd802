package footfall.turn;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/** The pattern of a turn: its tools in order, runs of two or more written {@code Tool{2+}}. */
public final class Shape {
  /** A run counts as one. */
  public static final int ELEMENTS_MAX = 200;

  private static final String ARROW = " → ";

  private Shape() {}

  /**
   * {@code Grep → Read{2+} → Edit}; the empty text without tools; long ones are cut and told apart by a
   * CRC-32.
   */
  public static String of(List<String> tools) {
    var elements = new ArrayList<String>();
    int i = 0;
    while (i < tools.size()) {
      int end = i + 1;
      while (end < tools.size() && tools.get(end).equals(tools.get(i))) {
        end++;
      }
      elements.add(end - i > 1 ? tools.get(i) + "{2+}" : tools.get(i));
      i = end;
    }
    var whole = String.join(ARROW, elements);
    if (elements.size() <= ELEMENTS_MAX) {
      return whole;
    }
    return String.join(ARROW, elements.subList(0, ELEMENTS_MAX)) + ARROW + "…" + crc32(whole);
  }

  private static String crc32(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
