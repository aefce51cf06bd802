package footfall.pattern;

import footfall.line.Sha256;
import footfall.turn.Origin;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;

/**
 * What a tally of usage sums: an hour in UTC, a place and person, and a model. {@code isBeside}: the tokens are in no
 * message.
 */
public record UsageSubject(Instant hour, Origin origin, String model, boolean isBeside) {
    /** Begins the key of a delta, as the letters of {@link Subject.Kind} do. */
    static final String PREFIX = "u:";

    private static final int PARTS = 6;
    private static final String BESIDE = "beside";
    private static final int PRINT_BYTES = 16;

    public UsageSubject {
        Objects.requireNonNull(hour, "hour is null");
        Objects.requireNonNull(origin, "origin is null");
        Objects.requireNonNull(model, "model is null");
    }

    public UsageSubject(Instant hour, Origin origin, String model) {
        this(hour, origin, model, false);
    }

    UsageSubject besideMessages() {
        return new UsageSubject(hour, origin, model, true);
    }

    /** Whether a record of the repartition is of usage. */
    public static boolean isKey(String key) {
        return key.startsWith(PREFIX);
    }

    /**
     * {@code 2026-01-31T12:00:00Z/shop/box/ada/opus/}, or with {@code beside} at the end: {@code %} and {@code /} are
     * encoded, an absent part is empty.
     */
    public String id() {
        return String.join(
                "/",
                hour.toString(),
                part(origin.project()),
                part(origin.host()),
                part(origin.user()),
                part(model),
                isBeside ? BESIDE : "");
    }

    public String key() {
        return PREFIX + id();
    }

    /** @throws IllegalArgumentException or another unchecked exception when it is no such key */
    static UsageSubject ofKey(String key) {
        var parts = key.substring(PREFIX.length()).split("/", -1);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("key does not match a subject of usage");
        }
        var origin = new Origin(text(parts[1]), text(parts[2]), text(parts[3]));
        var model = Objects.requireNonNullElse(text(parts[4]), "");
        return new UsageSubject(Instant.parse(parts[0]), origin, model, parts[5].equals(BESIDE));
    }

    private static String part(String text) {
        return text == null ? "" : text.replace("%", "%25").replace("/", "%2F");
    }

    private static String text(String part) {
        return part.isEmpty() ? null : part.replace("%2F", "/").replace("%25", "%");
    }

    int day() {
        return Day.of(hour);
    }

    boolean isBefore(Instant firstKept) {
        return hour.isBefore(firstKept.truncatedTo(ChronoUnit.HOURS));
    }

    byte[] print() {
        return Arrays.copyOf(Sha256.of(key()), PRINT_BYTES);
    }

    /** Days in UTC, counted from 1970-01-01. */
    public static final class Day {
        private static final long SECONDS = 86_400;

        private Day() {}

        static int of(Instant at) {
            return Math.toIntExact(Math.floorDiv(at.getEpochSecond(), SECONDS));
        }

        /** The start of the first day that overlaps {@code retention} before {@code now}. */
        public static Instant firstKept(Instant now, Duration retention) {
            return Instant.ofEpochSecond(of(now.minus(retention)) * SECONDS);
        }

        /** When that day expires, after {@code now}. */
        public static Instant leaves(Instant now, Duration retention) {
            return firstKept(now, retention).plusSeconds(SECONDS).plus(retention);
        }
    }
}
