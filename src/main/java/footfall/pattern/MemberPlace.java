package footfall.pattern;

import java.time.Instant;
import java.util.Comparator;

/** The sort key of a turn among the members of a subject: start time, then ID. */
record MemberPlace(Instant startedAt, String turnId) implements Comparable<MemberPlace> {
    private static final Comparator<MemberPlace> ORDER =
            Comparator.comparing(MemberPlace::startedAt).thenComparing(MemberPlace::turnId);

    @Override
    public int compareTo(MemberPlace other) {
        return ORDER.compare(this, other);
    }
}
