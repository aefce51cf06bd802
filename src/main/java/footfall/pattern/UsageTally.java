package footfall.pattern;

import footfall.row.RowKind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Sums of usage in the rows of the tally. A delta costs two rows: the subject's total, and what the turn gave to it. In
 * any order, and repeated, deltas give the same sums. Numbers in keys are as in {@link TallyKey}.
 *
 * <pre>
 *   05  subject                 its total
 *       16 B
 *   06  day  subject  turn_id   what a turn gave
 *       4 B  16 B     UTF-8
 * </pre>
 */
public final class UsageTally {
    private static final byte TOTAL_CODE = 5;
    private static final byte MEMBER_CODE = 6;
    private static final int PRINT = 16;
    private static final int DAY = 4;

    private static final RowKind<UsageTotal> TOTAL = new RowKind<>(TOTAL_CODE, "usage total", UsageTotal.class);
    private static final RowKind<Spent> MEMBER = new RowKind<>(MEMBER_CODE, "usage member", Spent.class);
    public static final List<RowKind<?>> KINDS = List.of(TOTAL, MEMBER);

    private final TallyRows rows;
    private final Set<UsageSubject> news = new LinkedHashSet<>();
    private final UsageHours hours = new UsageHours();
    private Instant notBefore = Instant.MIN;
    private Instant cleanBefore = Instant.MIN;

    public UsageTally(TallyRows rows) {
        this.rows = rows;
        eachTotal(total -> {
            hours.add(total.subject().hour(), Spent.ZERO, total.spent());
            if (total.isUnpublished()) {
                news.add(total.subject());
            }
        });
    }

    /**
     * The total of a subject. {@code isUnpublished}: changed since it was last published.
     */
    record UsageTotal(UsageSubject subject, Spent spent, boolean isUnpublished) {}

    public UsageHours hours() {
        return hours;
    }

    private void eachTotal(Consumer<UsageTotal> total) {
        rows.each(new byte[] {TOTAL_CODE}, row -> total.accept(TOTAL.value(row.value())));
    }

    /** Excludes hours before this start of a day; {@link #expire} deletes them. Must not decrease. */
    public void keepFrom(Instant firstKept) {
        notBefore = firstKept.isAfter(notBefore) ? firstKept : notBefore;
    }

    public void apply(UsageDelta delta) {
        var subject = delta.subject();
        var print = subject.print(); // A hash of a formatted time: once for each delta.
        var key = memberKey(subject.day(), print, delta.id());
        var stored = rows.get(key);
        var removed = stored == null ? null : MEMBER.value(stored);
        boolean isExpired = subject.isBefore(notBefore);
        if (isExpired && delta.part() != null) {
            Expired.add(rows, subject.hour(), notBefore);
        }
        var added = isExpired ? null : delta.part();
        if (Objects.equals(removed, added)) {
            return;
        }
        var total = rows.get(totalKey(print));
        var before = total == null
                ? ofMembers(subject.day(), print)
                : TOTAL.value(total).spent();
        if (added == null) {
            rows.delete(key);
        } else {
            rows.put(key, MEMBER.bytes(added));
        }
        var less = removed == null ? before : before.minus(removed);
        put(subject, print, total == null ? Spent.ZERO : before, added == null ? less : less.plus(added));
    }

    /** What turns gave, where there is no total: the subject is new, or the row of its total could not be restored. */
    private Spent ofMembers(int day, byte[] print) {
        var sum = new AtomicReference<>(Spent.ZERO);
        rows.each(memberKey(day, print, ""), row -> sum.updateAndGet(some -> some.plus(MEMBER.value(row.value()))));
        return sum.get();
    }

    /** {@code before}: what its hour has of it. */
    private void put(UsageSubject subject, byte[] print, Spent before, Spent spent) {
        hours.add(subject.hour(), before, spent);
        rows.put(totalKey(print), TOTAL.bytes(new UsageTotal(subject, spent, true)));
        news.add(subject);
    }

    /** Expires at most {@code max} contributions to hours that are not kept. Returns whether none is left. */
    public boolean expire(int max) {
        int left = max;
        while (left > 0 && cleanBefore.isBefore(notBefore)) {
            var first = rows.first(new byte[] {MEMBER_CODE}, left);
            int expired = 0;
            for (var row : first) {
                if (dayOf(row.key()) >= UsageSubject.Day.of(notBefore)) {
                    break;
                }
                expire(row);
                expired++;
            }
            left -= Math.max(1, expired);
            if (expired < first.size() || first.isEmpty()) {
                cleanBefore = notBefore;
            }
        }
        return !cleanBefore.isBefore(notBefore);
    }

    private void expire(TallyRows.Row row) {
        rows.delete(row.key());
        var print = new byte[PRINT];
        ByteBuffer.wrap(row.key()).position(1 + DAY).get(print);
        var total = rows.get(totalKey(print));
        if (total != null) {
            var before = TOTAL.value(total);
            Expired.add(rows, before.subject().hour(), notBefore);
            put(before.subject(), print, before.spent(), before.spent().minus(MEMBER.value(row.value())));
        }
    }

    /**
     * Sums every subject again from what turns gave, after rows of the store could not be restored. A subject whose
     * total was lost is summed when one of its turns changes, because only then its key is known.
     */
    public void recount() {
        var sums = new HashMap<ByteBuffer, Spent>();
        rows.each(new byte[] {MEMBER_CODE}, row -> {
            var print = ByteBuffer.wrap(Arrays.copyOfRange(row.key(), 1 + DAY, 1 + DAY + PRINT));
            sums.merge(print, MEMBER.value(row.value()), Spent::plus);
        });
        var subjects = new ArrayList<UsageSubject>();
        eachTotal(total -> subjects.add(total.subject()));
        hours.clear();
        for (var subject : subjects) {
            var print = subject.print();
            put(subject, print, Spent.ZERO, sums.getOrDefault(ByteBuffer.wrap(print), Spent.ZERO));
        }
    }

    /**
     * Reports at most {@code max} changed subjects by their ID; null for one that is gone. Returns whether those were
     * all.
     */
    public boolean report(int max, BiConsumer<String, BilledHour> reader) {
        var next = news.stream().limit(max).toList();
        for (var subject : next) {
            news.remove(subject);
            var key = totalKey(subject.print());
            var stored = rows.get(key);
            var spent = stored == null ? Spent.ZERO : TOTAL.value(stored).spent();
            if (spent.isZero()) {
                rows.delete(key);
            } else {
                rows.put(key, TOTAL.bytes(new UsageTotal(subject, spent, false)));
            }
            reader.accept(subject.id(), spent.isZero() ? null : BilledHour.of(subject, spent));
        }
        return news.isEmpty();
    }

    /** What was spent of each subject, in rows that another thread may write meanwhile. */
    public static void eachSpent(TallyRows rows, BiConsumer<UsageSubject, Spent> spent) {
        rows.each(new byte[] {TOTAL_CODE}, row -> {
            var total = TOTAL.value(row.value());
            if (!total.spent().isZero()) {
                spent.accept(total.subject(), total.spent());
            }
        });
    }

    private static byte[] totalKey(byte[] print) {
        return ByteBuffer.allocate(1 + PRINT).put(TOTAL_CODE).put(print).array();
    }

    private static byte[] memberKey(int day, byte[] print, String turnId) {
        var id = turnId.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + DAY + PRINT + id.length)
                .put(MEMBER_CODE)
                .putInt(day ^ Integer.MIN_VALUE)
                .put(print)
                .put(id)
                .array();
    }

    private static int dayOf(byte[] member) {
        return ByteBuffer.wrap(member).getInt(1) ^ Integer.MIN_VALUE;
    }

    /** Turns and cost by hour (UTC), as a tally changes. Written by one thread, read by all. */
    public static final class UsageHours {
        private final Map<Instant, Sum> hours = new ConcurrentHashMap<>();

        /** Turns by their first hour; the cost of messages, in USD. */
        public record Sum(long turns, BigDecimal costUsd) {
            static final Sum ZERO = new Sum(0, BigDecimal.ZERO);

            private Sum plus(Sum other) {
                return new Sum(turns + other.turns, costUsd.add(other.costUsd));
            }

            private boolean isZero() {
                return turns == 0 && costUsd.signum() == 0;
            }
        }

        void clear() {
            hours.clear();
        }

        void add(Instant hour, Spent before, Spent after) {
            var more = new Sum(after.turns() - before.turns(), after.costUsd().subtract(before.costUsd()));
            if (!more.isZero()) {
                hours.compute(hour, (same, sum) -> {
                    var now = (sum == null ? Sum.ZERO : sum).plus(more);
                    return now.isZero() ? null : now;
                });
            }
        }

        /** Of some partitions together. */
        public static Map<Instant, Sum> sums(Iterable<UsageHours> partitions) {
            var sums = new HashMap<Instant, Sum>();
            partitions.forEach(one -> one.hours.forEach((hour, sum) -> sums.merge(hour, sum, Sum::plus)));
            return sums;
        }
    }
}
