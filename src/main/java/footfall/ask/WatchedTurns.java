package footfall.ask;

import footfall.alert.Alert;
import footfall.line.TrailId;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Feed;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The open turns of a processor, as its events say. Thread-safe. */
final class WatchedTurns {
    private volatile Map<String, Watched> open = new ConcurrentHashMap<>();

    /** {@code isLive}: it came by an event, so an event {@code closed} follows. */
    private record Watched(OpenTurn turn, boolean isLive) {
        /** Whether it is later in its trail than another turn. */
        boolean isAfter(String turnId) {
            return TrailId.index(turn.turnId()) > TrailId.index(turnId);
        }
    }

    /** Replaces all. */
    void set(List<OpenTurn> turns) {
        var all = new ConcurrentHashMap<String, Watched>();
        turns.forEach(turn -> all.put(trail(turn), new Watched(turn, false)));
        open = all;
    }

    private static String trail(OpenTurn turn) {
        return new TrailId(turn.sessionId(), turn.agentId()).text();
    }

    void grown(TurnSnapshot turn, Instant now) {
        var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
        open.compute(trail.text(), (key, before) -> {
            boolean isSame =
                    before != null && before.turn.turnId().equals(turn.id().turnId());
            return new Watched(of(turn, isSame ? before.turn.alertLevel() : 0, now), true);
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

    /** An end of an earlier turn may come late. */
    void closed(Feed.Closed closed) {
        open.computeIfPresent(
                closed.trail(),
                (trail, before) -> closed.turnId() != null && before.isAfter(closed.turnId()) ? before : null);
    }

    /**
     * Ends a turn of history, for which no event {@code closed} comes. Events of live turns come in another order than
     * those of closed turns, so one that continues may be known already.
     */
    void ended(Turn turn) {
        var trail = new TrailId(turn.id().sessionId(), turn.id().agentId());
        open.computeIfPresent(trail.text(), (key, before) -> {
            boolean isSame = before.turn.turnId().equals(turn.id().turnId());
            return before.isLive || before.isAfter(turn.id().turnId()) || isSame && continues(before.turn, turn)
                    ? before
                    : null;
        });
    }

    private static boolean continues(OpenTurn open, Turn turn) {
        var ended = turn.span().endedAt();
        return ended != null && open.lastLineAt() != null && open.lastLineAt().isAfter(ended);
    }

    /** The highest level that is raised; an alert is cleared with its turn. */
    void alerted(Alert alert) {
        if (alert.state() == Alert.State.RAISED && alert.turnId() != null) {
            open.replaceAll((trail, watched) -> watched.turn.turnId().equals(alert.turnId())
                    ? new Watched(
                            watched.turn.alerted(Math.max(watched.turn.alertLevel(), alert.level())), watched.isLive)
                    : watched);
        }
    }

    OpenTurns longest(int max) {
        var turns = open.values().stream().map(Watched::turn).toList();
        return OpenTurns.merged(List.of(new OpenTurns(turns, turns.size())), max);
    }

    Optional<OpenTurn> of(String trail) {
        return Optional.ofNullable(open.get(trail)).map(Watched::turn);
    }
}
