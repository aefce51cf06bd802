package footfall.config;

import java.util.function.Function;

/**
 * What values a key takes. {@code form} says it to people; {@code reader} reads what TOML gives (a number,
 * a text, a list, a table) or the text of a variable or flag; {@code shown} is the value as {@code footfall
 * config} prints it; {@code isTable}: too rich for a variable or a flag.
 */
record ValueType<T>(String form, Reader<T> reader, Function<T, Object> shown, boolean isTable) {
  /** Reads a raw value, or says why not. */
  interface Reader<T> {
    T read(Object raw, Environment environment) throws InvalidValue;
  }
}
