package footfall.pattern;

import footfall.row.RowKind;
import java.time.Instant;

/**
 * Where an answer begins: records from {@code first} until {@code before} are not in it, because they became older than
 * what is kept.
 */
public record Expired(Instant first, Instant before) {
    /** Of the row in a tally, whose key is its code. */
    public static final RowKind<Expired> KIND = new RowKind<>(9, "expired", Expired.class);

    /** Null for none. */
    public static Expired merged(Expired one, Expired other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new Expired(
                one.first.isBefore(other.first) ? one.first : other.first,
                one.before.isAfter(other.before) ? one.before : other.before);
    }

    /** With a record that expired; {@code before} is the same unless the record was not covered. */
    public static Expired with(Expired known, Instant at, Instant before) {
        boolean isKnown = known != null && !at.isBefore(known.first) && at.isBefore(known.before);
        return isKnown ? known : merged(known, new Expired(at, before));
    }

    /** What expired from a tally; null for nothing. */
    public static Expired of(TallyRows rows) {
        var stored = rows.get(key());
        return stored == null ? null : KIND.value(stored);
    }

    static void add(TallyRows rows, Instant at, Instant before) {
        var known = of(rows);
        var now = with(known, at, before);
        if (!now.equals(known)) {
            rows.put(key(), KIND.bytes(now));
        }
    }

    private static byte[] key() {
        return new byte[] {KIND.code()};
    }
}
