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

  /** As JSON. 200 of the longest real names have 20 KB: what is cut here was made up. */
  public static final int JSON_BYTES_MAX = 24 << 10;

  private static final String ARROW = " → ";

  private Shape() {}

  /**
   * {@code Grep → Read{2+} → Edit}; the empty text without tools; what has more elements or bytes than it
   * may is cut and told apart by a CRC-32.
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
    int room = room(elements);
    if (elements.size() <= room) {
      return whole;
    }
    return String.join(ARROW, elements.subList(0, room)) + ARROW + "…" + crc32(whole);
  }

  /** How many of the elements there is room for, from the first on. */
  private static int room(List<String> elements) {
    int room = 0;
    int bytes = Text.jsonBytes(ARROW + "…" + crc32(""));
    while (room < Math.min(elements.size(), ELEMENTS_MAX)) {
      bytes += Text.jsonBytes(elements.get(room)) + Text.jsonBytes(ARROW);
      if (bytes > JSON_BYTES_MAX) {
        return room;
      }
      room++;
    }
    return room;
  }

  private static String crc32(String text) {
    var crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
