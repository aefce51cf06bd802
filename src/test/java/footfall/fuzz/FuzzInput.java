package footfall.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes an input of a target apart, from its beginning. An input that ends too early has zeros and empty texts. */
final class FuzzInput {
    private final byte[] bytes;
    private int at;

    FuzzInput(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    /** The next byte as a number from 0 to 255. */
    int number() {
        return at < bytes.length ? bytes[at++] & 0xFF : 0;
    }

    /** One of some values by the next byte; the digit 0 chooses the first. */
    <T> T choice(List<T> values) {
        return values.get(Math.floorMod(number() - '0', values.size()));
    }

    /** So many bytes, or all that are left. */
    byte[] take(int length) {
        int end = Math.min(bytes.length, at + length);
        var taken = Arrays.copyOfRange(bytes, at, end);
        at = end;
        return taken;
    }

    byte[] rest() {
        return take(bytes.length - at);
    }

    /** The rest as lines, without their newlines. */
    List<byte[]> lines() {
        var lines = new ArrayList<byte[]>();
        while (at < bytes.length) {
            int end = at;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            lines.add(take(end - at));
            at++;
        }
        return lines;
    }

    /** The rest as lines of Latin-1, so that each byte is a letter. */
    List<String> texts() {
        return lines().stream()
                .map(line -> new String(line, StandardCharsets.ISO_8859_1))
                .toList();
    }
}
