package footfall.topology;

import footfall.turn.Turn;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.UsageFold;
import footfall.view.UsagePart;
import footfall.view.UsageQuestion;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The answer of the turn log to a question about usage. */
record LogUsage(UsageQuestion question, ReadOnlyKeyValueStore<Bytes, byte[]> log, int scanMax, BooleanSupplier isLate) {
    /** Beside the tally, only turns without any time are read: they are the first in the log. */
    UsagePart part() {
        if (!question.isTallied()) {
            var sessions = question.sessions();
            return sessions.isEmpty() ? ofTurns() : ofTurns().plus(ofSessions(sessions.get()));
        }
        var fold = new UsageFold(question);
        var scan = scan(LogQuery.TURNS, Selection.ALL, turn -> addUntimed(fold, turn));
        var reached = scan.reached();
        return fold.part(scan.scanned(), reached == null || reached.startedAt() != null ? null : reached);
    }

    /** Returns whether the turn has no time. */
    private static boolean addUntimed(UsageFold fold, Turn turn) {
        boolean isUntimed = turn.span().startedAt() == null;
        if (isUntimed) {
            fold.add(turn);
        }
        return isUntimed;
    }

    private UsagePart ofTurns() {
        var fold = new UsageFold(question);
        var scan = scan(LogQuery.TURNS, question.turns(), turn -> {
            fold.add(turn);
            return true;
        });
        return fold.part(scan.scanned(), scan.reached());
    }

    /** Their summaries have what they used beside their turns. */
    private UsagePart ofSessions(Selection sessions) {
        var fold = new UsageFold(question);
        var scan = scan(LogQuery.SESSIONS, sessions, session -> {
            fold.add(session.usage());
            return true;
        });
        return fold.part(scan.scanned(), scan.reached());
    }

    /** Until {@code fold} returns false. */
    private <V> LogScan<V> scan(LogQuery<V> query, Selection selection, Predicate<V> fold) {
        return new LogScan.Source<>(log, query, selection)
                .scan(new Shard.Range(null, Integer.MAX_VALUE, scanMax), isLate, (one, size) -> fold.test(one));
    }
}
