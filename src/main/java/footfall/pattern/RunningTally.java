package footfall.pattern;

import footfall.pattern.Total.Members.Member;
import footfall.row.RowKind;
import footfall.turn.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Incremental tallies. The same turns give the same result as {@link Tallies}, in any order of deltas and
 * with repeated deltas. A delta costs only the few rows that it changes, independent of the number of
 * members, sessions or days of its subject. Changed subjects are reported on request, each once. All state is
 * in rows; the list of changed subjects is restored from them at the start.
 */
public final class RunningTally {
    /** The row kinds. */
    public static final List<RowKind<?>> KINDS = StoredTally.KINDS;

    /** The tally of a loop, and its desire. */
    private static final int RECORDS_MAX = 2;

    private final StoredTally stored;
    private final Set<Subject> news = new LinkedHashSet<>();
    private Instant notBefore = Instant.MIN;
    private Instant cleanBefore = Instant.MIN;

    /** With a different {@code rule}, every subject counts as changed. */
    public RunningTally(TallyRows rows, PublishRule rule) {
        this.stored = new StoredTally(rows);
        stored.eachTotal(total -> {
            if (total.isUnpublished()
                    || total.published() != rule.records(total.subject(), total.turns(), total.sessions())) {
                news.add(total.subject());
            }
        });
    }

    /** Identifies the rules by which a {@link Reader} decides which records exist. */
    public interface PublishRule {
        /** How many records a subject with turns has. */
        int records(Subject subject, long turns, int sessions);
    }

    /** Receives the state of a changed subject. */
    public interface Reader {
        /**
         * {@code published}: how many records of the subject exist.
         *
         * @return how many exist now
         */
        int changed(TallyView tallied, int published);
    }

    /**
     * Excludes everything that started before this start of a day; {@link #expire} deletes it. Must not
     * decrease.
     */
    public void keepFrom(Instant firstKept) {
        notBefore = firstKept.isAfter(notBefore) ? firstKept : notBefore;
    }

    public void apply(Deltas.Delta delta) {
        boolean isExpired = delta.part() != null && delta.part().startedAt().isBefore(notBefore);
        if (isExpired) {
            stored.expired(delta.part().startedAt(), notBefore);
        }
        var added =
                delta.part() == null || isExpired ? null : new Member(delta.turnId(), delta.sessionId(), delta.part());
        move(delta.subject(), place(delta), added);
        if (delta.subject().kind() == Subject.Kind.PATTERN) {
            move(
                    delta.subject().ofLongTurns(),
                    place(delta),
                    added == null || !delta.part().isLong() ? null : added);
        }
    }

    private static Position place(Deltas.Delta delta) {
        return delta.previousStartedAt() == null ? null : new Position(delta.previousStartedAt(), delta.turnId());
    }

    /** Replaces a turn's contribution at {@code place} by {@code added}; either may be null. */
    private void move(Subject subject, Position place, Member added) {
        if (place == null && added == null) {
            return;
        }
        var print = subject.print();
        var removed = place == null ? null : stored.member(print, place);
        if (added != null && removed == null && stored.hasTurns(print, added.sessionId())) {
            removed = stored.member(print, added.place());
        }
        if (!Objects.equals(removed, added)) {
            clear(subject, print, removed, added);
            change(subject, print, removed, added);
        }
    }

    /** A turn may already be at its new position, if its trail expired and started again. */
    private void clear(Subject subject, byte[] print, Member removed, Member added) {
        boolean isMoved = removed != null && added != null && !removed.place().equals(added.place());
        var other = isMoved ? stored.member(print, added.place()) : null;
        if (other != null) {
            change(subject, print, other, null);
        }
    }

    private void change(Subject subject, byte[] print, Member removed, Member added) {
        var before = stored.total(print);
        boolean isValid = before != null
                || removed == null && stored.firstMembers(print, 1).isEmpty();
        var known =
                before != null ? before : Total.none(subject).reported(isValid ? 0 : RECORDS_MAX); // Some may exist.
        var total = changed(known, removed, added);
        if (removed != null && (added == null || !removed.place().equals(added.place()))) {
            stored.delete(print, removed);
        }
        if (added != null) {
            stored.put(print, added);
        }
        isValid &= stored.share(print, removed, added);
        stored.changeWays(print, removed, added);
        total = total.withSessions(total.sessions() + sessions(print, removed, added));
        put(print, isValid && total.isValid() ? total : stored.recount(print, total));
    }

    private static Total changed(Total total, Member removed, Member added) {
        if (removed != null && added != null && removed.place().equals(added.place())) {
            return total.with(removed.part(), added.part());
        }
        var more = added == null ? total : total.with(added.place(), added.part());
        return removed == null ? more : more.without(removed.place(), removed.part());
    }

    /**
     * Counts every subject again from its members, after rows of the store could not be restored. Remaining rows
     * of a missing member, or of members without a total, expire with their day.
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
    private int sessions(byte[] print, Member removed, Member added) {
        if (removed != null && added != null && removed.sessionId().equals(added.sessionId())) {
            return 0;
        }
        return (added == null ? 0 : stored.count(print, added.sessionId(), 1))
                + (removed == null ? 0 : stored.count(print, removed.sessionId(), -1));
    }

    private void put(byte[] print, Total total) {
        if (total.isZero() && total.published() == 0) {
            stored.deleteTotal(total.subject(), print);
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
            if (share == null || TallyKey.dayOf(share) >= UsageSubject.Day.of(notBefore)) {
                cleanBefore = notBefore;
            } else {
                left -= expire(share, left);
            }
        }
        return !cleanBefore.isBefore(notBefore);
    }

    /** The first members of a subject are those of the earliest days. */
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

    /** Without its total, the subject's name is unknown until its next turn. */
    private void expire(byte[] print, Member member) {
        stored.expired(member.part().startedAt(), notBefore);
        var total = stored.total(print);
        if (total != null) {
            change(total.subject(), print, member, null);
            return;
        }
        stored.delete(print, member);
        stored.share(print, member, null);
        stored.changeWays(print, member, null);
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

    /** Reports at most {@code max} changed subjects. Returns whether those were all. */
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
        int published = reader.changed(tallied(print, total), total.published());
        if (total.isZero()) {
            stored.deleteTotal(total.subject(), print);
        } else {
            stored.put(print, total.reported(published));
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
                : stored.latestMembers(print, Total.Members.EXAMPLES_MAX).stream()
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
        return new TallyView(
                total.subject(),
                total.sums(),
                total.sessions(),
                total.first(),
                latest.startedAt(),
                total.latest(),
                stored.member(print, latest).part(),
                stored.ways(total.subject(), print));
    }

    /** The subjects of some kinds, in rows that another thread may write meanwhile. */
    public static void eachView(TallyRows rows, Set<Subject.Kind> kinds, Consumer<TallyView> view) {
        var stored = new StoredTally(rows);
        stored.eachTotal(total -> {
            if (kinds.contains(total.subject().kind()) && !total.isZero()) {
                stored.view(total).ifPresent(view);
            }
        });
    }
}
