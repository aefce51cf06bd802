package footfall.config;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A setting: name, type with validation, default and description. */
public record SettingKey<T>(String name, ValueType<T> type, Function<Environment, T> fallback, String doc) {
    private static final String PREFIX = "FOOTFALL_";

    /** The accepted values in words. */
    public String form() {
        return type.form();
    }

    /** The environment variable that sets it. */
    public String variable() {
        return PREFIX + name.toUpperCase(Locale.ROOT);
    }

    static boolean isVariable(String name) {
        return name.startsWith(PREFIX);
    }

    /** The key that a variable would set, in lower case. */
    static String nameOf(String variable) {
        return variable.substring(PREFIX.length()).toLowerCase(Locale.ROOT);
    }

    T fallback(Environment environment) {
        return fallback.apply(environment);
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * The values that a key accepts. {@code form} describes them; {@code reader} parses a TOML value (a number,
     * string, list or table) or the string of a variable or flag; {@code shown} is the value as
     * {@code footfall config} prints it; {@code isTable}: can be set in the settings file only.
     */
    record ValueType<T>(String form, Reader<T> reader, Function<T, Object> shown, boolean isTable) {
        /** Parses a raw value, or says why it is invalid. */
        interface Reader<T> {
            T read(Object raw, Environment environment) throws InvalidValue;
        }
    }

    /** A value that a key does not accept, with all its faults. */
    static final class InvalidValue extends Exception {
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

    /** The effective value of a key and its source: {@code default}, a file and line, a variable or a flag. */
    public record Setting<T>(SettingKey<T> key, T value, String from) {
        private static final String DEFAULT = "default";

        /** Whether no source sets it. */
        public boolean isDefault() {
            return from.equals(DEFAULT);
        }

        /** The value as string, number, list or table. */
        public Object shown() {
            return key.type().shown().apply(value);
        }

        /** Parses the raw value; the caller adds the place to an error. */
        static <T> Setting<T> read(SettingKey<T> key, Object raw, String from, Environment environment)
                throws SettingKey.InvalidValue {
            return new Setting<>(key, key.type().reader().read(raw, environment), from);
        }

        static <T> Setting<T> fallback(SettingKey<T> key, Environment environment) {
            return new Setting<>(key, key.fallback(environment), DEFAULT);
        }
    }
}
