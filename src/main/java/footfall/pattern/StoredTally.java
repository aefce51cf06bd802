package footfall.pattern;

import footfall.line.SessionId;
import footfall.pattern.Total.Members.Member;
import footfall.pattern.UsageSubject.Day;
import footfall.row.RowKind;
import footfall.turn.DetourTotals.Way;
import footfall.turn.Position;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads and writes the rows of a running tally as records. */
final class StoredTally {
    private static final RowKind<Total> TOTAL = new RowKind<>(TallyKey.TOTAL, "tally total", Total.class);
    private static final RowKind<Sums> SHARE = new RowKind<>(TallyKey.SHARE, "tally share", Sums.class);
    private static final RowKind<Long> SESSION = new RowKind<>(TallyKey.SESSION, "tally session", Long.class);
    private static final RowKind<Member> MEMBER = new RowKind<>(TallyKey.MEMBER, "tally member", Member.class);
    static final List<RowKind<?>> KINDS = Stream.concat(
                    Stream.of(TOTAL, SHARE, SESSION, MEMBER, Expired.KIND), StoredWays.KINDS.stream())
            .toList();

    private final TallyRows rows;
    private final StoredWays ways;

    StoredTally(TallyRows rows) {
        this.rows = rows;
        this.ways = new StoredWays(rows);
    }

    /** A turn is not in the tally, because it started at {@code at}. */
    void expired(Instant at, Instant notBefore) {
        Expired.add(rows, at, notBefore);
    }

    /** The subject's total, or null. */
    Total total(byte[] subject) {
        return get(TOTAL, TallyKey.total(subject));
    }

    void put(byte[] subject, Total total) {
        rows.put(TallyKey.total(subject), TOTAL.bytes(total));
    }

    void deleteTotal(Subject subject, byte[] print) {
        rows.delete(TallyKey.total(print));
        if (subject.kind().hasWays()) {
            ways.delete(print);
        }
    }

    void eachTotal(Consumer<Total> total) {
        rows.each(TallyKey.totals(), row -> total.accept(TOTAL.value(row.value())));
    }

    /** Replaces the ways of a member by those of another; either may be null. */
    void changeWays(byte[] subject, Member removed, Member added) {
        ways.change(subject, removed == null ? null : removed.part(), added == null ? null : added.part());
    }

    /** The most frequent ways of a failure, or words of a question. */
    List<Way> ways(Subject subject, byte[] print) {
        return subject.kind().hasWays() ? ways.top(print, subject.kind().waysMax()) : List.of();
    }

    Member member(byte[] subject, Position place) {
        return get(MEMBER, memberKey(subject, place));
    }

    void put(byte[] subject, Member member) {
        rows.put(memberKey(subject, member.place()), MEMBER.bytes(member));
    }

    void delete(byte[] subject, Member member) {
        rows.delete(memberKey(subject, member.place()));
    }

    List<Member> firstMembers(byte[] subject, int max) {
        return members(rows.first(TallyKey.members(subject), max));
    }

    /** The latest first. */
    List<Member> latestMembers(byte[] subject, int max) {
        return members(rows.last(TallyKey.members(subject), max));
    }

    void eachMember(byte[] subject, Consumer<Member> member) {
        rows.each(TallyKey.members(subject), row -> member.accept(MEMBER.value(row.value())));
    }

    private static List<Member> members(List<TallyRows.Row> found) {
        return found.stream().map(row -> MEMBER.value(row.value())).toList();
    }

    /** The earliest share, or null. */
    byte[] firstShare() {
        var first = rows.first(TallyKey.shares(), 1);
        return first.isEmpty() ? null : first.get(0).key();
    }

    void deleteShare(byte[] key) {
        rows.delete(key);
    }

    /**
     * Adds a part to its session's share of its day, and removes one; either may be null. Returns whether the
     * removed part was present.
     */
    boolean share(byte[] subject, Member removed, Member added) {
        if (removed != null && added != null && isSameShare(removed, added)) {
            return putShare(
                    shareKey(subject, added),
                    share(subject, added).minus(removed.part()).plus(added.part()));
        }
        boolean isValid = removed == null
                || putShare(shareKey(subject, removed), share(subject, removed).minus(removed.part()));
        if (added != null) {
            isValid &= putShare(shareKey(subject, added), share(subject, added).plus(added.part()));
        }
        return isValid;
    }

    private static boolean isSameShare(Member one, Member other) {
        return one.sessionId().equals(other.sessionId())
                && Day.of(one.part().startedAt()) == Day.of(other.part().startedAt());
    }

    /** Whether the session has turns of the subject. Most sessions are new to it, then no other row is read. */
    boolean hasTurns(byte[] subject, SessionId session) {
        return rows.get(TallyKey.session(subject, session)) != null;
    }

    private Sums share(byte[] subject, Member member) {
        var stored = hasTurns(subject, member.sessionId()) ? get(SHARE, shareKey(subject, member)) : null;
        return stored == null ? Sums.ZERO : stored;
    }

    private boolean putShare(byte[] key, Sums sums) {
        if (sums.isZero() || !sums.isValid()) {
            rows.delete(key);
        } else {
            rows.put(key, SHARE.bytes(sums));
        }
        return sums.isValid();
    }

    /** Adds or removes one turn of a session. Returns 1 for its first turn, -1 for its last, else 0. */
    int count(byte[] subject, SessionId session, int change) {
        var key = TallyKey.session(subject, session);
        var stored = get(SESSION, key);
        long turns = (stored == null ? 0 : stored) + change;
        if (turns <= 0) {
            rows.delete(key);
            return -1;
        }
        rows.put(key, SESSION.bytes(turns));
        return stored == null ? 1 : 0;
    }

    /**
     * Counts a subject again from its members, because rows of it are missing. A share without a
     * member is kept until its day expires.
     */
    Total recount(byte[] print, Total total) {
        var shares = new TreeMap<byte[], Sums>(Arrays::compareUnsigned);
        var sessions = new HashMap<SessionId, Long>();
        var members = new ArrayList<Member>(); // Rows must not be modified while they are read.
        ways.delete(print);
        eachMember(print, member -> {
            shares.merge(shareKey(print, member), Sums.ZERO.plus(member.part()), Sums::plus);
            sessions.merge(member.sessionId(), 1L, Long::sum);
            members.add(member);
        });
        members.forEach(member -> changeWays(print, null, member));
        rows.first(TallyKey.sessions(print), Integer.MAX_VALUE).forEach(row -> rows.delete(row.key()));
        sessions.forEach((session, turns) -> rows.put(TallyKey.session(print, session), SESSION.bytes(turns)));
        shares.forEach(this::putShare);
        var sums = shares.values().stream().reduce(Sums.ZERO, Sums::plus);
        return new Total(total.subject(), sums, sessions.size(), null, null, true, total.published());
    }

    /** Its state, with the members that are found, because the total and its members may be of different commits. */
    Optional<TallyView> view(Total total) {
        var print = total.subject().print();
        var known = total.latest() == null ? List.<Position>of() : total.latest();
        var latest = known.isEmpty() ? null : member(print, known.get(0));
        if (latest == null) {
            known = latestMembers(print, Total.Members.EXAMPLES_MAX).stream()
                    .map(Member::place)
                    .toList();
            latest = known.isEmpty() ? null : member(print, known.get(0));
        }
        if (latest == null) {
            return Optional.empty();
        }
        var first = total.first() != null
                ? total.first()
                : firstMembers(print, 1).stream()
                        .map(member -> member.part().startedAt())
                        .findFirst()
                        .orElse(latest.part().startedAt());
        return Optional.of(new TallyView(
                total.subject(),
                total.sums(),
                total.sessions(),
                first,
                latest.part().startedAt(),
                known,
                latest.part(),
                ways(total.subject(), print)));
    }

    private static byte[] shareKey(byte[] subject, Member member) {
        return TallyKey.share(Day.of(member.part().startedAt()), subject, member.sessionId());
    }

    private static byte[] memberKey(byte[] subject, Position place) {
        return TallyKey.member(subject, place.startedAt(), place.id());
    }

    private <V> V get(RowKind<V> kind, byte[] key) {
        var stored = rows.get(key);
        return stored == null ? null : kind.value(stored);
    }

    /**
     * The ways of a failure's recoveries in the rows of a tally. A change of a way costs its two rows, however many
     * ways there are. A subject in keys is as in {@link TallyKey}.
     *
     * <pre>
     *   07  subject  way             its count
     *       16 B     UTF-8
     *   08  subject  -count  way     the same, the most frequent first
     *       16 B     8 B     UTF-8
     * </pre>
     */
    private static final class StoredWays {
        private static final byte COUNT_CODE = 7;
        private static final byte RANK_CODE = 8;
        private static final int PRINT = 16;

        private static final RowKind<Long> COUNT = new RowKind<>(COUNT_CODE, "tally way", Long.class);
        private static final RowKind<Long> RANK = new RowKind<>(RANK_CODE, "tally way rank", Long.class);
        static final List<RowKind<?>> KINDS = List.of(COUNT, RANK);

        private final TallyRows rows;

        StoredWays(TallyRows rows) {
            this.rows = rows;
        }

        /** Replaces the ways of a part by those of another; either may be null. */
        void change(byte[] subject, SubjectPart removed, SubjectPart added) {
            var before = removed == null ? List.<Way>of() : removed.ways();
            var after = added == null ? List.<Way>of() : added.ways();
            if (!before.equals(after)) {
                before.forEach(way -> add(subject, way.way(), -way.count()));
                after.forEach(way -> add(subject, way.way(), way.count()));
            }
        }

        private void add(byte[] subject, String way, long change) {
            var key = key(COUNT_CODE, subject, way);
            var stored = rows.get(key);
            long before = stored == null ? 0 : COUNT.value(stored);
            long count = before + change;
            if (before > 0) {
                rows.delete(rankKey(subject, before, way));
            }
            if (count > 0) {
                rows.put(key, COUNT.bytes(count));
                rows.put(rankKey(subject, count, way), RANK.bytes(count));
            } else {
                rows.delete(key);
            }
        }

        /** At most {@code max}, the most frequent first, ties by the bytes of the way. */
        List<Way> top(byte[] subject, int max) {
            return rows.first(key(RANK_CODE, subject, ""), max).stream()
                    .map(row -> new Way(way(row.key(), 1 + PRINT + Long.BYTES), RANK.value(row.value())))
                    .toList();
        }

        void delete(byte[] subject) {
            for (byte code : new byte[] {COUNT_CODE, RANK_CODE}) {
                rows.first(key(code, subject, ""), Integer.MAX_VALUE).forEach(row -> rows.delete(row.key()));
            }
        }

        private static byte[] key(byte code, byte[] subject, String way) {
            var text = way.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(1 + PRINT + text.length)
                    .put(code)
                    .put(subject)
                    .put(text)
                    .array();
        }

        private static byte[] rankKey(byte[] subject, long count, String way) {
            var text = way.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(1 + PRINT + Long.BYTES + text.length)
                    .put(RANK_CODE)
                    .put(subject)
                    .putLong(~count)
                    .put(text)
                    .array();
        }

        private static String way(byte[] key, int from) {
            return new String(key, from, key.length - from, StandardCharsets.UTF_8);
        }
    }
}
