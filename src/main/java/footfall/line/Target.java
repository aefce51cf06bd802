package footfall.line;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The file of a call that reads or edits one: its path in a transcript, a keyed hash of it in what leaves. Calls
 * on the same file have equal values. {@code part}: the call reads only a part of the file. {@code others}: further
 * files that it edits.
 */
public record Target(String value, boolean part, List<String> others) {
    private static final int OTHERS_MAX = 200;

    public Target {
        Objects.requireNonNull(value, "value is null"); // A path may be longer than an ID.
        others = others == null ? List.of() : List.copyOf(others.subList(0, Math.min(others.size(), OTHERS_MAX)));
    }

    public Target(String value, boolean part) {
        this(value, part, List.of());
    }

    /** Another one, of each file. */
    public Target with(UnaryOperator<String> file) {
        return new Target(file.apply(value), part, others.stream().map(file).toList());
    }

    /** Without the path. */
    @Override
    public String toString() {
        return "Target[part=" + part + "]";
    }
}
