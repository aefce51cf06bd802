package footfall.screen;

import footfall.alert.Alert;
import footfall.turn.Turn;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Readiness.Progress;
import footfall.view.Shipped;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * An immutable snapshot of what the live view shows. {@code title} names the run, {@code zone} is for
 * displayed times; {@code hasShipper}: transcripts are followed in this process. {@code beginnings}:
 * how turns began, by ID, where their transcripts are here; {@code lastCalls}: of open turns, what the last call was
 * about. {@code notice} lists what the user should know, the most
 * important first.
 */
public record Board(
        String title,
        ZoneId zone,
        boolean hasShipper,
        OpenTurns open,
        List<RecentEvents.Entry<Turn>> closed,
        List<RecentEvents.Entry<Alert>> alerts,
        Map<String, String> beginnings,
        Map<String, String> lastCalls,
        Counts counts,
        List<Progress> progress,
        Readiness readiness,
        Shipped shipped,
        List<String> notice) {
    public Board {
        notice = List.copyOf(notice);
        closed = List.copyOf(closed);
        alerts = List.copyOf(alerts);
        beginnings = Map.copyOf(beginnings);
        lastCalls = Map.copyOf(lastCalls);
        progress = List.copyOf(progress);
    }

    /** Counts and rates. {@code closed}: without copies; {@code unseen}: display updates that were skipped. */
    public record Counts(long closed, long copies, long raised, int closedInAMinute, double linesASecond, long unseen) {
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);
    }

    long processed() {
        return progress.stream().mapToLong(Progress::processed).sum();
    }

    /** The partition with the largest backlog, as {@code 2: 140}; empty when there is no backlog. */
    String slowest() {
        return progress.stream()
                .filter(one -> one.lag() > 0)
                .max(Comparator.comparingLong(Progress::lag))
                .map(one -> one.partition() + ": " + CountWords.number(one.lag()))
                .orElse("");
    }
}
