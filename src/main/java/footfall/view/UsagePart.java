package footfall.view;

import footfall.line.RateLimits;
import footfall.pattern.Spent;
import footfall.turn.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What was used by the values of the question, in its order. {@code scanned} and {@code reached} as in
 * {@link Shard.Tallied}; {@code tallied}: from the tally of hours. {@code limits}: the newest ones of the
 * sessions that were read, null for none.
 */
public record UsagePart(List<Entry> entries, long scanned, Position reached, boolean tallied, RateLimits limits) {
    public static final UsagePart NONE = new UsagePart(List.of(), 0, null, false, null);

    public UsagePart {
        entries = List.copyOf(entries);
    }

    /**
     * What was used with these values; that of a missing user is null. {@code isBeside}: tokens of no message.
     * {@code wasted} is null unless asked for.
     */
    public record Entry(List<String> values, boolean isBeside, Spent sums, UsageRow.WastedCosts wasted) {
        public Entry {
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }

        /** Entries with equal keys are one. */
        record Key(List<String> values, boolean isBeside) {
            // As in RowKey.
            @Override
            public boolean equals(Object other) {
                return other instanceof Key key && isBeside == key.isBeside && values.equals(key.values);
            }

            @Override
            public int hashCode() {
                return values.hashCode();
            }
        }

        Key key() {
            return new Key(values, isBeside);
        }

        Entry plus(Entry other) {
            return new Entry(
                    values, isBeside, sums.plus(other.sums), wasted == null ? null : wasted.plus(other.wasted));
        }
    }

    /** The usage of both; they must have no session, and no subject of the tally, in common. */
    public UsagePart plus(UsagePart other) {
        var all = new ArrayList<>(entries);
        all.addAll(other.entries);
        return new UsagePart(
                merged(all),
                scanned + other.scanned,
                Direction.ASC.first(reached, other.reached),
                tallied || other.tallied,
                RateLimits.newest(limits, other.limits));
    }

    UsagePart with(List<Entry> changed) {
        return new UsagePart(changed, scanned, reached, tallied, limits);
    }

    /** From the tally of hours. */
    public UsagePart ofTally() {
        return new UsagePart(entries, scanned, reached, true, limits);
    }

    /** With users as the one who asks sees them. Their values are texts among others, so they are replaced here. */
    public UsagePart shown(UsageQuestion question) {
        int user = question.by().indexOf(UsageBy.USER);
        if (user < 0) {
            return this;
        }
        var shown = entries.stream()
                .map(entry -> {
                    var values = new ArrayList<>(entry.values());
                    var name = values.get(user);
                    values.set(user, name == null ? null : question.users().apply(name));
                    return new Entry(values, entry.isBeside(), entry.sums(), entry.wasted());
                })
                .toList();
        return with(shown);
    }

    /** One entry for equal keys. */
    static List<Entry> merged(List<Entry> entries) {
        var merged = new LinkedHashMap<Entry.Key, Entry>();
        entries.forEach(one -> merged.merge(one.key(), one, Entry::plus));
        return List.copyOf(merged.values());
    }
}
