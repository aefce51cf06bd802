package footfall.pattern;

import java.time.Instant;
import java.util.List;

/**
 * The state of a subject: sums over its members, number of sessions, first and last start, IDs of the latest
 * turns, and the latest contribution. {@code latest} and all other components are null when no member is
 * left.
 */
public record TallyView(
        Subject subject,
        Sums sums,
        int sessions,
        Instant firstSeen,
        Instant lastSeen,
        List<String> examples,
        SubjectPart latest) {
    public TallyView {
        examples = List.copyOf(examples);
    }

    public boolean isGone() {
        return latest == null;
    }

    static TallyView gone(Subject subject) {
        return new TallyView(subject, Sums.ZERO, 0, null, null, List.of(), null);
    }
}
