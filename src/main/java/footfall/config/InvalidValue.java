package footfall.config;

import java.util.List;

/** A value that a key does not accept, with all its faults. */
final class InvalidValue extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Fault> faults;

    InvalidValue(String message) {
        this(List.of(new Fault(null, message)));
    }

    InvalidValue(List<Fault> faults) {
        super(faults.toString());
        this.faults = List.copyOf(faults);
    }

    /**
     * One fault; the message continues the key's name: "is 0; expected at least 1". {@code entry}: the entry of
     * a table, else null.
     */
    record Fault(String entry, String message) {}

    List<Fault> faults() {
        return faults;
    }
}
