package footfall.turn;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/** The pattern of a turn: its tools in order; repetitions are written {@code Tool{2+}}. */
public final class Shape {
    /** A repetition counts as one element. */
    public static final int ELEMENTS_MAX = 200;

    /** JSON bytes. 200 of the longest real names have 20 KB; only invented names are cut. */
    public static final int JSON_BYTES_MAX = 24 << 10;

    /** No character has more than 6 bytes: this many fit without measuring, including the checksum. */
    private static final int CHARS_SURE = JSON_BYTES_MAX / 6 - 8;

    private static final String ARROW = " → ";

    /** An arrow, the dots and the digits of a CRC-32. */
    private static final int CUT_BYTES = Text.jsonBytes(ARROW + "…00000000");

    private Shape() {}

    /**
     * {@code Grep → Read{2+} → Edit}; empty without tools. A pattern with too many elements or bytes is cut and
     * gets a CRC-32.
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
        if (elements.size() <= ELEMENTS_MAX && whole.length() <= CHARS_SURE) {
            return whole;
        }
        int room = room(elements);
        if (elements.size() <= room) {
            return whole;
        }
        return String.join(ARROW, elements.subList(0, room)) + ARROW + "…" + crc32(whole);
    }

    /** The number of leading elements that fit. */
    private static int room(List<String> elements) {
        int room = 0;
        int bytes = CUT_BYTES;
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
