package footfall.ask;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The open turns of a processor, as its events say. Thread-safe. */
final class WatchedTurns {
    private volatile Map<String, OpenTurn> open = new ConcurrentHashMap<>();

    /** Replaces all. */
    void set(List<OpenTurn> turns) {
        var all = new ConcurrentHashMap<String, OpenTurn>();
        turns.forEach(turn -> all.put(trail(turn), turn));
        open = all;
    }

    private static String trail(OpenTurn turn) {
        return new TrailId(turn.sessionId(), turn.agentId()).text();
    }

    void grown(TurnSnapshot turn, Instant now) {
        var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
        open.compute(trail.text(), (key, before) -> {
            boolean isSame = before != null && before.turnId().equals(turn.id().turnId());
            return of(turn, isSame ? before.alertLevel() : 0, now);
        });
    }

    private static OpenTurn of(TurnSnapshot turn, int alertLevel, Instant now) {
        var tools = turn.lastSteps().stream().map(Step::use).map(Step.Use::tool).toList();
        return new OpenTurn(
                turn.id().turnId(),
                turn.id().sessionId(),
                turn.id().agentId(),
                false,
                turn.ending() ? OpenTurn.State.ENDING : OpenTurn.State.OPEN,
                turn.size().length(),
                turn.size().isLong(),
                turn.size().pattern(),
                tools.subList(Math.max(0, tools.size() - OpenTurn.LAST_TOOLS_MAX), tools.size()),
                turn.failures(),
                alertLevel,
                turn.startedAt(),
                turn.lastLineAt(),
                now,
                turn.spend().tokens(),
                turn.spend().costUsd(),
                turn.product(),
                turn.origin().project(),
                turn.origin().host(),
                turn.origin().user());
    }

    void closed(String trail) {
        open.remove(trail);
    }

    /** A turn of history closes without a record on the topic of open turns. If it continues, it has more steps. */
    void ended(Turn turn) {
        var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
        open.computeIfPresent(
                trail.text(),
                (key, before) -> before.turnId().equals(turn.id().turnId())
                                && before.length() <= turn.size().length()
                        ? null
                        : before);
    }

    /** The highest level that is raised; an alert is cleared with its turn. */
    void alerted(Alert alert) {
        if (alert.state() == Alert.State.RAISED && alert.turnId() != null) {
            open.replaceAll((trail, turn) -> turn.turnId().equals(alert.turnId())
                    ? turn.alerted(Math.max(turn.alertLevel(), alert.level()))
                    : turn);
        }
    }

    OpenTurns longest(int max) {
        var turns = List.copyOf(open.values());
        return OpenTurns.merged(List.of(new OpenTurns(turns, turns.size())), max);
    }

    Optional<OpenTurn> of(String trail) {
        return Optional.ofNullable(open.get(trail));
    }
}
