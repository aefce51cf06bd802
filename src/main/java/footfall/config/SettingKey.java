package footfall.config;

import java.util.Locale;
import java.util.function.Function;

/** A setting: name, type with validation, default and description. */
public final class SettingKey<T> {
    private static final String PREFIX = "FOOTFALL_";

    private final String name;
    private final ValueType<T> type;
    private final Function<Environment, T> fallback;
    private final String doc;

    SettingKey(String name, ValueType<T> type, Function<Environment, T> fallback, String doc) {
        this.name = name;
        this.type = type;
        this.fallback = fallback;
        this.doc = doc;
    }

    public String name() {
        return name;
    }

    public String doc() {
        return doc;
    }

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

    ValueType<T> type() {
        return type;
    }

    T fallback(Environment environment) {
        return fallback.apply(environment);
    }

    @Override
    public String toString() {
        return name;
    }
}
