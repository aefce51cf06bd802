package footfall.pattern;

import footfall.row.RowKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Incremental tallies. The same turns give the same result as {@link Tallies}, in any order of deltas and
 * with repeated deltas. A delta costs only the few rows that it changes, independent of the number of
 * members, sessions or days of its subject. Changed subjects are reported on request, each once. All state is
 * in rows; the list of changed subjects is restored from them at the start.
 */
public final class RunningTally {
    /** The row kinds. */
    public static final List<RowKind<?>> KINDS = StoredTally.KINDS;

    private final StoredTally stored;
    private final Set<Subject> news = new LinkedHashSet<>();
    private Instant notBefore = Instant.MIN;
    private Instant cleanBefore = Instant.MIN;

    /** With a different {@code standing}, every subject counts as changed. */
    public RunningTally(TallyRows rows, Standing standing) {
        this.stored = new StoredTally(rows);
        stored.eachTotal(total -> {
            if (total.isUnpublished()
                    || total.isPublished() != standing.isToStand(total.subject(), total.turns(), total.sessions())) {
                news.add(total.subject());
            }
        });
    }

    /**
     * Whether the bytes are a complete row of a running tally, including the key.
     *
     * @throws NewerRow when a later version wrote the row
     */
    public static boolean isRow(byte[] key, byte[] value) {
        return StoredTally.isRow(key, value);
    }

    /** Identifies the rules by which a {@link Reader} decides whether a record exists. */
    public interface Standing {
        boolean isToStand(Subject subject, long turns, int sessions);
    }

    /** Receives the state of a changed subject. */
    public interface Reader {
        /**
         * {@code isTold}: a record of the subject exists.
         *
         * @return whether one exists now
         */
        boolean changed(TallyView tallied, boolean isTold);
    }

    /**
     * Excludes everything that started before this start of a day; {@link #expire} deletes it. Must not
     * decrease.
     */
    public void keepFrom(Instant firstKept) {
        notBefore = firstKept.isAfter(notBefore) ? firstKept : notBefore;
    }

    public void apply(Delta delta) {
        var come = delta.part() == null || delta.part().startedAt().isBefore(notBefore)
                ? null
                : new Member(delta.turnId(), delta.sessionId(), delta.part());
        move(delta.subject(), place(delta), come);
        if (delta.subject().kind() == Subject.Kind.PATTERN) {
            move(
                    delta.subject().ofLongTurns(),
                    place(delta),
                    come == null || !delta.part().isLong() ? null : come);
        }
    }

    private static MemberPlace place(Delta delta) {
        return delta.previousStartedAt() == null ? null : new MemberPlace(delta.previousStartedAt(), delta.turnId());
    }

    /** Replaces a turn's contribution at {@code stood} by {@code come}; either may be null. */
    private void move(Subject subject, MemberPlace stood, Member come) {
        if (stood == null && come == null) {
            return;
        }
        var print = subject.print();
        var gone = stood == null ? null : stored.member(print, stood);
        if (come != null && gone == null && stored.hasTurns(print, come.sessionId())) {
            gone = stored.member(print, come.place());
        }
        if (!Objects.equals(gone, come)) {
            clear(subject, print, gone, come);
            change(subject, print, gone, come);
        }
    }

    /** A turn may already be at its new position, if its trail expired and started again. */
    private void clear(Subject subject, byte[] print, Member gone, Member come) {
        boolean isMoved = gone != null && come != null && !gone.place().equals(come.place());
        var other = isMoved ? stored.member(print, come.place()) : null;
        if (other != null) {
            change(subject, print, other, null);
        }
    }

    private void change(Subject subject, byte[] print, Member gone, Member come) {
        var before = stored.total(print);
        boolean isWhole =
                before != null || gone == null && stored.firstMembers(print, 1).isEmpty();
        var known = before != null ? before : Total.none(subject).reported(!isWhole); // A record of it may stand.
        var total = changed(known, gone, come);
        if (gone != null && (come == null || !gone.place().equals(come.place()))) {
            stored.delete(print, gone);
        }
        if (come != null) {
            stored.put(print, come);
        }
        isWhole &= stored.share(print, gone, come);
        total = total.withSessions(total.sessions() + sessions(print, gone, come));
        put(print, isWhole && total.isWhole() ? total : stored.recount(print, total));
    }

    private static Total changed(Total total, Member gone, Member come) {
        if (gone != null && come != null && gone.place().equals(come.place())) {
            return total.with(gone.part(), come.part());
        }
        var more = come == null ? total : total.with(come.place(), come.part());
        return gone == null ? more : more.without(gone.place(), gone.part());
    }

    /**
     * Counts every subject again from its members: rows of the store could not be restored. What is known of a
     * missing member, or of members whose total is missing, leaves with its day.
     */
    public void recount() {
        var subjects = new ArrayList<Subject>();
        stored.eachTotal(total -> subjects.add(total.subject()));
        for (var subject : subjects) {
            var print = subject.print();
            put(print, stored.recount(print, stored.total(print)));
        }
    }

    /** The change in the number of sessions of a subject. */
    private int sessions(byte[] print, Member gone, Member come) {
        if (gone != null && come != null && gone.sessionId().equals(come.sessionId())) {
            return 0;
        }
        return (come == null ? 0 : stored.count(print, come.sessionId(), 1))
                + (gone == null ? 0 : stored.count(print, gone.sessionId(), -1));
    }

    private void put(byte[] print, Total total) {
        if (total.isZero() && !total.isPublished()) {
            stored.deleteTotal(print);
            news.remove(total.subject());
        } else {
            stored.put(print, total.changed());
            news.add(total.subject());
        }
    }

    /** Expires at most {@code max} members that started too early. Returns whether none is left. */
    public boolean expire(int max) {
        int left = max;
        while (left > 0 && cleanBefore.isBefore(notBefore)) {
            var share = stored.firstShare();
            if (share == null || TallyKey.dayOf(share) >= Day.of(notBefore)) {
                cleanBefore = notBefore;
            } else {
                left -= expire(share, left);
            }
        }
        return !cleanBefore.isBefore(notBefore);
    }

    /** A subject's members of the earliest days stand first among its members. */
    private int expire(byte[] share, int max) {
        var print = TallyKey.subjectOf(share);
        int expired = 0;
        for (var member : stored.firstMembers(print, max)) {
            if (!member.part().startedAt().isBefore(notBefore)) {
                break;
            }
            expire(print, member);
            expired++;
        }
        if (expired == 0) {
            dropShare(share, print);
            return 1;
        }
        return expired;
    }

    /** Without its total nobody knows the subject's name; the next turn of the subject tells it. */
    private void expire(byte[] print, Member member) {
        var total = stored.total(print);
        if (total != null) {
            change(total.subject(), print, member, null);
            return;
        }
        stored.delete(print, member);
        stored.share(print, member, null);
        stored.count(print, member.sessionId(), -1);
    }

    /** A share whose members are missing. */
    private void dropShare(byte[] share, byte[] print) {
        stored.deleteShare(share);
        var total = stored.total(print);
        if (total != null) {
            put(print, stored.recount(print, total));
        }
    }

    /** Tells what at most {@code max} subjects with news have come to. Returns whether those were all. */
    public boolean report(int max, Reader reader) {
        var next = new ArrayList<Subject>();
        for (var subject : news) {
            if (next.size() == max) {
                break;
            }
            next.add(subject);
        }
        next.forEach(subject -> report(subject, reader));
        return news.isEmpty();
    }

    private void report(Subject subject, Reader reader) {
        news.remove(subject);
        var print = subject.print();
        var total = looked(print, stored.total(print));
        boolean isTold = reader.changed(tallied(print, total), total.isPublished());
        if (total.isZero()) {
            stored.deleteTotal(print);
        } else {
            stored.put(print, total.reported(isTold));
        }
    }

    /** The total with its first and latest members, which are looked up if they were deleted. */
    private Total looked(byte[] print, Total total) {
        if (total.isZero()) {
            return total;
        }
        var first = total.first() == null ? stored.firstMembers(print, 1) : List.<Member>of();
        var latest = total.latest() != null
                ? total.latest()
                : stored.latestMembers(print, Members.EXAMPLES_MAX).stream()
                        .map(Member::place)
                        .toList();
        if (latest.isEmpty() || stored.member(print, latest.get(0)) == null) {
            return looked(print, stored.recount(print, total));
        }
        return total.found(first.isEmpty() ? total.first() : first.get(0).part().startedAt(), latest);
    }

    private TallyView tallied(byte[] print, Total total) {
        if (total.isZero()) {
            return TallyView.gone(total.subject());
        }
        var latest = total.latest().get(0);
        List<String> examples = total.latest().stream().map(MemberPlace::turnId).toList();
        return new TallyView(
                total.subject(),
                total.sums(),
                total.sessions(),
                total.first(),
                latest.startedAt(),
                examples,
                stored.member(print, latest).part());
    }
}
