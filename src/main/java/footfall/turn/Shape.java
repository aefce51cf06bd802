package footfall.turn;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The pattern of a turn: its tools in order; repetitions are written {@code Tool{2+}}. A pattern with too many
 * elements or bytes is cut and gets a CRC-32 of the whole, so its size does not depend on the length of the turn.
 */
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

    /** The first elements, without the latest of all, which may still become a repetition. */
    private final List<String> elements = new ArrayList<>();

    /** Of the elements before the latest, from when there are too many to keep. */
    private final Crc32 crc = new Crc32();

    private String tool;
    private String element;

    Shape() {}

    /** {@code Grep → Read{2+} → Edit}; empty without tools. */
    public static String of(List<String> tools) {
        var shape = new Shape();
        tools.forEach(shape::add);
        return shape.text();
    }

    /** Whether a pattern that was not cut has a step of the tool. */
    public static boolean contains(String pattern, String tool) {
        var elements = ARROW + pattern + ARROW;
        return elements.contains(ARROW + tool + ARROW) || elements.contains(ARROW + tool + "{2+}" + ARROW);
    }

    void add(String next) {
        if (next.equals(tool)) {
            element = tool + "{2+}";
            return;
        }
        if (elements.size() == ELEMENTS_MAX) {
            crc.add(element + ARROW);
        } else if (tool != null) {
            elements.add(element);
            if (elements.size() == ELEMENTS_MAX) {
                crc.add(String.join(ARROW, elements) + ARROW);
            }
        }
        tool = next;
        element = next;
    }

    /** The pattern of the tools so far. */
    String text() {
        if (tool == null) {
            return "";
        }
        boolean isWhole = elements.size() < ELEMENTS_MAX;
        var shown = new ArrayList<>(elements);
        if (isWhole) {
            shown.add(element);
        }
        var text = String.join(ARROW, shown);
        if (isWhole && text.length() <= CHARS_SURE) {
            return text;
        }
        int room = room(shown);
        if (isWhole && shown.size() <= room) {
            return text;
        }
        int checksum = isWhole ? new Crc32().with(text) : crc.with(element);
        return String.join(ARROW, shown.subList(0, room)) + ARROW + "…"
                + HexFormat.of().toHexDigits(checksum);
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

    /** A CRC-32 as in {@link java.util.zip.CRC32}, which cannot be continued after its value was read. */
    private static final class Crc32 {
        private static final int POLYNOMIAL = 0xEDB88320;

        private int state = -1;

        void add(String text) {
            state = after(text);
        }

        /** The checksum of all added texts and this one, which is not added. */
        int with(String text) {
            return ~after(text);
        }

        private int after(String text) {
            int now = state;
            for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
                now ^= next & 0xFF;
                for (int bit = 0; bit < 8; bit++) {
                    now = (now & 1) == 0 ? now >>> 1 : now >>> 1 ^ POLYNOMIAL;
                }
            }
            return now;
        }
    }
}
