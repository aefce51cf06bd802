package footfall.view;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations and sizes: a whole number and a unit, {@code 500ms}, {@code 90d}, {@code 64MiB}. */
public final class Quantities {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]*)");
    private static final Map<String, Long> MILLIS = new LinkedHashMap<>();
    private static final Map<String, Long> BYTES = new LinkedHashMap<>();

    static {
        MILLIS.put("d", 86_400_000L);
        MILLIS.put("h", 3_600_000L);
        MILLIS.put("m", 60_000L);
        MILLIS.put("s", 1_000L);
        MILLIS.put("ms", 1L);
        BYTES.put("GiB", 1L << 30);
        BYTES.put("MiB", 1L << 20);
        BYTES.put("KiB", 1L << 10);
        BYTES.put("B", 1L);
    }

    private Quantities() {}

    /** Empty when it is not a duration. */
    public static Optional<Duration> duration(String text) {
        return read(text, MILLIS).map(Duration::ofMillis);
    }

    /** Bytes; empty when it is not a size. */
    public static Optional<Long> size(String text) {
        return read(text, BYTES);
    }

    public static String shown(Duration duration) {
        return shown(duration.toMillis(), MILLIS);
    }

    public static String shownSize(long bytes) {
        return shown(bytes, BYTES);
    }

    private static Optional<Long> read(String text, Map<String, Long> units) {
        var parts = AMOUNT.matcher(text.strip());
        if (!parts.matches() || !units.containsKey(parts.group(2))) {
            return Optional.empty();
        }
        try {
            return Optional.of(Math.multiplyExact(Long.parseLong(parts.group(1)), units.get(parts.group(2))));
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    /** In the largest unit without a remainder. */
    private static String shown(long amount, Map<String, Long> units) {
        for (var unit : units.entrySet()) {
            if (amount != 0 && amount % unit.getValue() == 0) {
                return amount / unit.getValue() + unit.getKey();
            }
        }
        return "0" + units.keySet().stream().reduce((a, b) -> b).orElseThrow();
    }
}
