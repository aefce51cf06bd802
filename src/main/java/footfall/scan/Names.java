package footfall.scan;

/**
 * The texts of names that occurred before, so that a name is decoded once and not once a line. Bounded: a name replaces
 * another one with the same hash. Thread-safe, since a name is immutable.
 */
final class Names {
    /** Longer names are decoded each time. */
    static final int BYTES_MAX = 32;

    private static final int SLOTS = 1 << 10;
    private static final Name[] KNOWN = new Name[SLOTS];

    /** The bytes of a name as four numbers, those behind its end 0. */
    private record Name(long first, long second, long third, long fourth, int length, String text) {}

    private Names() {}

    static String text(JsonBytes json, int from, int to) {
        int length = to - from;
        if (length > BYTES_MAX) {
            return json.decoded(from, to);
        }
        long first = json.eight(from, to);
        long second = length > 8 ? json.eight(from + 8, to) : 0;
        long third = length > 16 ? json.eight(from + 16, to) : 0;
        long fourth = length > 24 ? json.eight(from + 24, to) : 0;
        long hash = (first ^ second * 31 ^ third * 17 ^ fourth * 13 ^ length) * 0x9E3779B97F4A7C15L;
        int slot = (int) (hash >>> 54);
        var known = KNOWN[slot];
        if (known != null
                && known.first == first
                && known.second == second
                && known.third == third
                && known.fourth == fourth
                && known.length == length) {
            return known.text;
        }
        var text = json.decoded(from, to).intern(); // Then it is the one that a reader compares it with.
        KNOWN[slot] = new Name(first, second, third, fourth, length, text);
        return text;
    }
}
