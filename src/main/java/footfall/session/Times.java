package footfall.session;

import java.time.Instant;
import java.util.Collection;

/** The first and the last time of some lines; null where no line has one. */
record Times(Instant start, Instant end) {
    static final Times NONE = new Times(null, null);

    /** {@code at}: null for none. */
    static Times of(Instant at) {
        return at == null ? NONE : new Times(at, at);
    }

    Times including(Times other) {
        boolean isFirst = start == null || other.start != null && other.start.isBefore(start);
        boolean isLast = end == null || other.end != null && other.end.isAfter(end);
        return new Times(isFirst ? other.start : start, isLast ? other.end : end);
    }

    /** The same, or without any those of the subagents. */
    Times orOf(Collection<Times> subagents) {
        return start == null ? subagents.stream().reduce(NONE, Times::including) : this;
    }
}
