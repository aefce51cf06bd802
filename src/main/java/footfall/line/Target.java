package footfall.line;

import java.util.Objects;

/**
 * The file of a call that reads or edits one: its path in a transcript, a keyed hash of it in what leaves. Calls
 * on the same file have equal values. {@code part}: the call reads only a part of the file.
 */
public record Target(String value, boolean part) {
    public Target {
        Objects.requireNonNull(value, "value is null"); // A path may be longer than an ID.
    }

    /** Without the path. */
    @Override
    public String toString() {
        return "Target[part=" + part + "]";
    }
}
