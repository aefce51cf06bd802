package footfall.line;

import footfall.scan.JsonScanner;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The fields of one JSON object that matter to a dialect: texts, whole numbers, and the JSON of other values. Of a
 * duplicate key, the last value counts. Absent fields are null.
 */
public abstract class ObjectFields {
    private static final Object[] NONE = {};
    private static final int GROWTH = 12;

    /** The name of each field, and after it its value: a String, a Long or Bytes. Few, so they are searched. */
    private Object[] fields = NONE;

    private int used;

    private final Names names;

    /** The line. */
    protected final Bytes raw;

    private enum Kind {
        TEXT,
        NUMBER,
        VALUE
    }

    /** The names of the fields of each kind; a name is of one. */
    public static final class Names {
        private final Map<String, Kind> kinds = new HashMap<>();

        public Names(Set<String> texts, Set<String> numbers, Set<String> values) {
            texts.forEach(name -> kinds.put(name, Kind.TEXT));
            numbers.forEach(name -> kinds.put(name, Kind.NUMBER));
            values.forEach(name -> kinds.put(name, Kind.VALUE));
        }
    }

    protected ObjectFields(Bytes raw, Names names) {
        this.raw = raw;
        this.names = names;
    }

    /** Reads a field that is no text or number; its value is the current one. */
    protected abstract void other(String name, JsonScanner json);

    /** Reads the object that is the current value. */
    public final void readAll(JsonScanner json) {
        for (json.fields(); json.nextField(); ) {
            var name = json.name();
            var kind = names.kinds.get(name);
            if (kind == Kind.TEXT) {
                put(name, json.id());
            } else if (kind == Kind.NUMBER) {
                put(name, json.whole());
            } else if (kind == Kind.VALUE) {
                value(name, json);
            } else {
                other(name, json);
            }
        }
    }

    private void value(String name, JsonScanner json) {
        boolean isNull = json.isNull();
        int start = raw.from() + json.start();
        other(name, json);
        json.check();
        put(name, isNull ? null : new Bytes(raw.array(), start, raw.from() + json.end()));
    }

    /** {@code value}: null when absent. */
    public final void put(String name, Object value) {
        int at = indexOf(name);
        if (at < used) {
            fields[at + 1] = value;
        } else if (value != null) {
            fields = used == fields.length ? Arrays.copyOf(fields, used + GROWTH) : fields;
            fields[used++] = name;
            fields[used++] = value;
        }
    }

    /** Behind the last one if there is no such field. */
    private int indexOf(String name) {
        for (int i = 0; i < used; i += 2) {
            if (name.equals(fields[i])) {
                return i;
            }
        }
        return used;
    }

    /** Null when absent. */
    private Object get(String name) {
        int at = indexOf(name);
        return at < used ? fields[at + 1] : null;
    }

    public final String text(String name) {
        return (String) get(name);
    }

    /** The first of these texts that is there. */
    public final String first(String... some) {
        for (var name : some) {
            if (get(name) != null) {
                return text(name);
            }
        }
        return null;
    }

    public final long number(String name, long orElse) {
        var number = get(name);
        return number == null ? orElse : (long) number;
    }

    /** The JSON of a value. */
    public final Bytes value(String name) {
        return (Bytes) get(name);
    }

    public final boolean is(String name, boolean expected) {
        var value = value(name);
        return value != null && value.array()[value.from()] == (expected ? 't' : 'f');
    }

    /** Whether a value is a list that is not empty. */
    public final boolean isFilled(String name) {
        var value = value(name);
        return value != null && value.array()[value.from()] == '[' && !isEmpty(value);
    }

    /** Whether there is a value that is neither false nor empty. */
    public final boolean isGiven(String name) {
        var value = value(name);
        return value != null && !is(name, false) && !isEmpty(value);
    }

    /** Whether a text, list or object is empty. */
    private static boolean isEmpty(Bytes value) {
        return switch (value.array()[value.from()]) {
            case '"' -> value.length() == 2;
            case '[', '{' -> value.skipBlank(value.from() + 1) == value.to() - 1;
            default -> false;
        };
    }
}
