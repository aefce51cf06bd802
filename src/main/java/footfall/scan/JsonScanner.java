package footfall.scan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;

/**
 * Reads the JSON value at the beginning of a range of bytes, which it neither copies nor changes. It is at one value at
 * a time, first at the whole one; a value is read once, by one of the methods that say so, or not at all:
 *
 * <pre>for (json.fields(); json.nextField(); ) {
 *     switch (json.name()) {
 *         case "id" -> id = json.text();
 *         case "usage" -> read(json); // the same loop, over the fields of that object
 *         default -> {}
 *     }
 * }</pre>
 *
 * <p>A value that is not of the type asked for counts as absent. Of an object or list that nobody reads, only the
 * brackets are counted and the ends of its strings found: what is in between may be no JSON. Everything else is
 * checked, except the inside of strings: an unknown escape is the character itself. Positions are relative to the
 * beginning of the range. Not thread-safe.
 *
 * <p>All methods throw {@link InvalidJson}.
 */
public final class JsonScanner extends JsonBytes {
    /** The nesting depth of objects and lists. */
    public static final int NESTING_MAX = 1_000;

    private static final byte[] NULL = {'n', 'u', 'l', 'l'};
    private static final int DIGITS_MAX = 15;
    private static final double LONG_MAX = 0x1p53;
    private static final int DECIMALS_MAX = 12;

    private final int from;

    /** The beginning of the value that is to be read; negative after it was. */
    private int value;

    /** The end of what was read. */
    private int read;

    private int nameFrom;
    private int nameTo;
    private int depth;

    /** What the next field or element is. */
    private Next next = Next.NONE;

    private enum Next {
        NONE,
        FIRST,
        FURTHER
    }

    /** From {@code from} to before {@code to}; white space before the value is skipped. */
    public JsonScanner(byte[] array, int from, int to) {
        super(array, to);
        this.from = from;
        this.value = blank(from);
    }

    /** Reads one value of what {@code around} reads. */
    private JsonScanner(JsonScanner around, int value) {
        super(around.array, around.to);
        this.from = around.from;
        this.value = value;
        this.depth = around.depth + 1;
    }

    /** Begins with the fields of the current value; it has none if it is not an object. */
    public void fields() {
        enter('{');
    }

    /** Begins with the elements of the current value; it has none if it is not a list. */
    public void elements() {
        enter('[');
    }

    private void enter(char bracket) {
        if (first() != bracket) {
            next = Next.NONE;
            return;
        }
        checkDepth(++depth);
        read = value + 1;
        value = -1;
        next = Next.FIRST;
    }

    /** Proceeds to the value of the next field. False after the last one, when the object is read. */
    public boolean nextField() {
        int at = proceed('}');
        if (at < 0) {
            return false;
        }
        expect(at, '"');
        nameFrom = at + 1;
        nameTo = closingQuote(nameFrom);
        int colon = blank(nameTo + 1);
        expect(colon, ':');
        value = blank(colon + 1);
        return true;
    }

    /** As {@link #nextField()}, passing over the fields with other names. */
    public boolean nextField(String name) {
        while (nextField()) {
            if (name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Proceeds to the next element. False after the last one, when the list is read. */
    public boolean nextElement() {
        int at = proceed(']');
        value = at < 0 ? value : at;
        return at >= 0;
    }

    /** Reads the value, and returns its last field with a name, to be read alone; JSON's null if there is none. */
    public JsonScanner in(String name) {
        int found = -1;
        for (fields(); nextField(name); ) {
            found = value;
        }
        return found < 0 ? new JsonScanner(NULL, 0, NULL.length) : new JsonScanner(this, found);
    }

    /** The beginning of the next field or element; -1 at the end. */
    private int proceed(char bracket) {
        if (next == Next.NONE) {
            next = Next.FURTHER;
            return -1;
        }
        int at = blank(endAt());
        byte b = at(at);
        if (b == bracket) {
            depth--;
            read = at + 1;
            next = Next.FURTHER;
            return -1;
        }
        if (next == Next.FURTHER) {
            expect(at, ',');
            at = blank(at + 1);
        }
        next = Next.FURTHER;
        return at;
    }

    /** The name of the current field; only before its value is read. */
    public String name() {
        return Names.text(this, nameFrom, nameTo);
    }

    /** Where the current value begins; only before it is read. */
    public int start() {
        return value - from;
    }

    /** Where a text begins; -1 for any other value. Does not read it. */
    public int textStart() {
        return isText() ? start() : -1;
    }

    /** Where the value that was read ends; reads it if it was not. */
    public int end() {
        return endAt() - from;
    }

    private int endAt() {
        if (value >= 0) {
            read = valueEnd(value, depth);
            value = -1;
        }
        return read;
    }

    /** Whether nothing but white space is behind the value that was read. */
    public boolean isAtEnd() {
        return blank(endAt()) == to;
    }

    /** Reads the value and checks all of it, so that it can be read again later, then without faults. */
    public void check() {
        if (value < 0) {
            return;
        } else if (isObject()) {
            for (fields(); nextField(); ) {
                check();
            }
        } else if (isList()) {
            for (elements(); nextElement(); ) {
                check();
            }
        } else {
            endAt();
        }
    }

    public boolean isObject() {
        return first() == '{';
    }

    public boolean isList() {
        return first() == '[';
    }

    public boolean isText() {
        return first() == '"';
    }

    public boolean isNull() {
        return first() == 'n';
    }

    public boolean isTrue() {
        return first() == 't';
    }

    public boolean isFalse() {
        return first() == 'f';
    }

    public boolean isNumber() {
        return first() == '-' || isDigit(first());
    }

    /** Whether it is a number without a fraction and an exponent. */
    public boolean isWhole() {
        if (!isNumber()) {
            return false;
        }
        for (int i = value, end = numberEnd(value); i < end; i++) {
            if (array[i] != '-' && !isDigit(array[i])) {
                return false;
            }
        }
        return true;
    }

    /** Reads a text; null for any other value. */
    public String text() {
        if (!isText()) {
            return null;
        }
        int begin = value + 1;
        int end = endAt() - 1;
        return decoded(begin, end);
    }

    /** As {@link #text()}, of a value that few words can have: one that occurred before is not decoded again. */
    public String word() {
        if (!isText()) {
            return null;
        }
        int begin = value + 1;
        int end = endAt() - 1;
        return Names.text(this, begin, end);
    }

    /** Reads a name; an empty text counts as absent, too. */
    public String id() {
        var text = text();
        return text == null || text.isEmpty() ? null : text;
    }

    /** Reads the value as it is written; of a text, what it contains. */
    public String written() {
        if (isText()) {
            return text();
        }
        int begin = value;
        return new String(array, begin, endAt() - begin, StandardCharsets.UTF_8);
    }

    /** Reads a count: no less than 0; what is no number is 0. */
    public long count() {
        return isNumber() ? Math.max(0, number()) : 0;
    }

    /** Reads a number without its fraction; null for anything else. A double must hold its size exactly. */
    public Long whole() {
        return isNumber() ? Long.valueOf(number()) : null;
    }

    private long number() {
        int begin = value;
        int end = endAt();
        int i = array[begin] == '-' ? begin + 1 : begin;
        long number = 0;
        while (i < end && end - begin <= DIGITS_MAX && isDigit(array[i])) {
            number = number * 10 + array[i++] - '0';
        }
        if (i == end) {
            return array[begin] == '-' ? -number : number;
        }
        double large = Double.parseDouble(ascii(begin, end));
        if (Math.abs(large) > LONG_MAX) {
            throw new InvalidJson(InvalidJson.Fault.NUMBER_OUT_OF_RANGE);
        }
        return (long) large;
    }

    /** Reads an amount of money: no less than 0, with at most 12 decimals; null for anything else. */
    public BigDecimal amount() {
        int begin = value;
        if (whole() == null) {
            return null;
        }
        var amount = new BigDecimal(ascii(begin, read))
                .setScale(DECIMALS_MAX, RoundingMode.HALF_EVEN)
                .stripTrailingZeros();
        return amount.signum() < 0 ? null : amount.scale() < 0 ? amount.setScale(0) : amount;
    }

    /** The first byte of the current value. */
    private byte first() {
        return at(value);
    }

    /**
     * The texts of names and words that occurred before, so that one is decoded once and not once a line. Bounded: one
     * replaces another one with the same hash. Thread-safe, since a name is immutable.
     */
    private static final class Names {
        /** Longer names are decoded each time. */
        static final int BYTES_MAX = 32;

        private static final int SLOTS = 1 << 10;
        private static final Name[] KNOWN = new Name[SLOTS];

        /** The bytes of a name as four numbers, those behind its end 0. */
        private record Name(long first, long second, long third, long fourth, int length, String text) {}

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
}
