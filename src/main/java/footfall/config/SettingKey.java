package footfall.config;

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
}
