package footfall.pattern;

import footfall.row.RowBytes;
import footfall.turn.Contribution;
import footfall.turn.SessionUsage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The change of what a turn used of a subject, or a session beside its turns, by its ID: {@code part} replaces the
 * previous one; null for none. Idempotent.
 */
public record UsageDelta(UsageSubject subject, String id, Spent part) {
    /** {@code before} and {@code after} are null for no contribution, as of a copy. */
    public static List<UsageDelta> of(String id, Contribution before, Contribution after) {
        return of(id, parts(before), parts(after));
    }

    /** Of one session. */
    public static List<UsageDelta> of(SessionUsage before, SessionUsage after) {
        return of(after.session().value(), parts(before), parts(after));
    }

    private static List<UsageDelta> of(String id, Map<UsageSubject, Spent> old, Map<UsageSubject, Spent> now) {
        var deltas = new ArrayList<UsageDelta>();
        now.forEach((subject, part) -> {
            if (!part.equals(old.get(subject))) {
                deltas.add(new UsageDelta(subject, id, part));
            }
        });
        old.keySet().stream()
                .filter(subject -> !now.containsKey(subject))
                .forEach(subject -> deltas.add(new UsageDelta(subject, id, null)));
        return deltas;
    }

    /** The first row has the turn; nothing without a time, which is not tallied. */
    private static Map<UsageSubject, Spent> parts(Contribution turn) {
        var parts = new LinkedHashMap<UsageSubject, Spent>();
        if (turn == null || turn.startedAt() == null || turn.bill() == null) {
            return parts;
        }
        for (var row : turn.bill().usage()) {
            var used = Spent.of(row, turn.bill().priceList());
            parts.merge(
                    new UsageSubject(row.hour(), turn.bill().origin(), row.model()),
                    parts.isEmpty() ? used.plus(Spent.of(turn)) : used,
                    Spent::plus);
        }
        return parts;
    }

    private static Map<UsageSubject, Spent> parts(SessionUsage session) {
        var parts = new LinkedHashMap<UsageSubject, Spent>();
        for (var row : session.tokens()) {
            var subject = row.hour() == null ? null : new UsageSubject(row.hour(), session.origin(), row.model());
            if (subject != null && row.pricedOutput() > 0) {
                parts.put(subject, Spent.pricedOutput(row, session.priceList()));
            }
            if (subject != null && row.tokens().total() > 0) {
                parts.put(subject.besideMessages(), Spent.beside(row, session.priceList()));
            }
        }
        return parts;
    }

    private record Value(String id, Spent part) {}

    /** The value of a record whose key is {@link UsageSubject#key}. */
    public byte[] bytes() {
        return RowBytes.of(new Value(id, part));
    }

    /**
     * Empty when the bytes are not a delta.
     *
     * @throws footfall.row.RowBytes.UnsupportedVersion when another version of footfall wrote it
     */
    public static Optional<UsageDelta> read(String key, byte[] bytes) {
        return RowBytes.tried(() -> {
            var value = RowBytes.read(bytes, Value.class, "a delta of usage");
            return new UsageDelta(UsageSubject.ofKey(key), value.id, value.part);
        });
    }
}
