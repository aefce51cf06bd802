package footfall.pattern;

import footfall.line.SessionId;
import footfall.row.RowKind;
import footfall.turn.Position;
import footfall.turn.Way;
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
                    Stream.of(TOTAL, SHARE, SESSION, MEMBER), StoredWays.KINDS.stream())
            .toList();

    private final TallyRows rows;
    private final StoredWays ways;

    StoredTally(TallyRows rows) {
        this.rows = rows;
        this.ways = new StoredWays(rows);
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
        if (subject.kind() == Subject.Kind.FAILURE) {
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

    /** The most frequent ways of a failure. */
    List<Way> ways(Subject subject, byte[] print) {
        return subject.kind() == Subject.Kind.FAILURE ? ways.top(print, TallyView.WAYS_MAX) : List.of();
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
            known = latestMembers(print, Members.EXAMPLES_MAX).stream()
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
}
