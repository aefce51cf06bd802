package footfall.config;

import java.util.function.Function;

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
