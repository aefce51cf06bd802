package footfall.turn;

import java.nio.charset.StandardCharsets;

/** A CRC-32 as in {@link java.util.zip.CRC32}, which cannot be continued after its value was read. */
final class Crc32 {
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
