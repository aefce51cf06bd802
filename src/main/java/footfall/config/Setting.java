package footfall.config;

/** The effective value of a key and its source: {@code default}, a file and line, a variable or a flag. */
public record Setting<T>(SettingKey<T> key, T value, String from) {
    public static final String DEFAULT = "default";

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
