package footfall.screen;

import footfall.alert.Alert;
import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.Trigger;
import footfall.testkit.Turns;
import footfall.turn.ClosedBy;
import footfall.turn.Origin;
import footfall.turn.Shape;
import footfall.turn.Step;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Shipped;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jline.utils.AttributedString;

/** Boards and turns to be drawn, at {@link #NOW}. */
final class Boards {
    static final Instant NOW = Instant.parse("2026-01-05T10:02:00Z");
    static final Shipped SHIPPED = new Shipped(true, 3, 0, 120, 0, 0, List.of(), List.of("/home/ann/.claude"));

    private static final Origin ANN = new Origin("shop", "box", "ann");

    private Boards() {}

    static OpenTurn open(String session, int length, String... tools) {
        return open(session, "claude", length, tools);
    }

    static OpenTurn open(String session, String agent, int length, String... tools) {
        var pattern = Shape.of(List.of(tools));
        return new OpenTurn(
                session + ":0",
                new SessionId(session),
                null,
                false,
                OpenTurn.State.OPEN,
                length,
                length > 5,
                pattern,
                List.of(tools),
                0,
                length > 5 ? 1 : 0,
                NOW.minusSeconds(62),
                NOW.minusSeconds(4),
                null,
                NOW.minusSeconds(3),
                new Tokens(1_234_000, 940, 0, 0, 0),
                null,
                new Turn.Product(agent, "2.1.7"),
                "shop",
                "box",
                "ann",
                null);
    }

    static Step step(int sequence, String tool, int atMs, int tookMs, Outcome outcome) {
        var start = NOW.plusMillis(atMs);
        var done = outcome == Outcome.PENDING ? null : start.plusMillis(tookMs);
        var error = outcome == Outcome.ERROR ? "Exit code 1\nmore" : null;
        return new Step(
                sequence,
                new Step.Use(tool, Intent.of(tool), null, "t" + sequence, start, done),
                false,
                result(outcome, error, null));
    }

    private static Step.Result result(Outcome outcome, String error, String subagent) {
        return new Step.Result(outcome, null, error, null, null, null, null, 0, 0, subagent);
    }

    static Step parallel(Step step) {
        return new Step(step.sequence(), step.use(), true, step.result());
    }

    static Step failing(Step step, String error) {
        return new Step(step.sequence(), step.use(), false, result(step.result().outcome(), error, null));
    }

    static Step running(Step step, String subagent) {
        return new Step(
                step.sequence(),
                step.use(),
                false,
                result(step.result().outcome(), step.result().error(), subagent));
    }

    static Turn turn(String session, List<Step> steps, long elapsedMs) {
        var pattern = Shape.of(steps.stream().map(step -> step.use().tool()).toList());
        var cost = new BigDecimal("0.0150");
        var spend = new Turn.Spend(new Tokens(1_000, 20, 0, 0, 0), List.of("opus"), cost, List.of(), null, List.of());
        return Turns.with(
                Turns.of(session, 1, NOW),
                Map.of(
                        "prompt", new Turn.Prompt(Trigger.HUMAN, "u", null, null),
                        "span", new Turn.Span(NOW, NOW.plusMillis(elapsedMs), 0, elapsedMs, ClosedBy.STOP_HOOK, false),
                        "steps", steps,
                        "size", new Turn.Size(steps.size(), pattern, steps.size() > 5),
                        "spend", spend,
                        "product", new Turn.Product("claude", "2"),
                        "origin", ANN));
    }

    static Alert alert(String session) {
        return new Alert(
                session + ":0:length:1",
                Alert.Kind.LENGTH,
                1,
                Alert.State.RAISED,
                6,
                5,
                session + ":0",
                new SessionId(session),
                "Read{2+}",
                new Turn.Product("claude", "2.1.7"),
                ANN,
                NOW.minus(Duration.ofMinutes(1)),
                NOW);
    }

    /** The same alert of another level. */
    static Alert level(Alert one, int level) {
        return new Alert(
                one.alertId().replaceFirst(":1$", ":" + level),
                one.kind(),
                level,
                one.state(),
                one.value(),
                one.threshold(),
                one.turnId(),
                one.sessionId(),
                one.patternSoFar(),
                one.product(),
                one.origin(),
                one.startedAt(),
                one.raisedAt());
    }

    /** The same alert, cleared. */
    static Alert cleared(Alert one) {
        return new Alert(
                one.alertId(),
                one.kind(),
                one.level(),
                Alert.State.CLEARED,
                one.value(),
                one.threshold(),
                one.turnId(),
                one.sessionId(),
                one.patternSoFar(),
                one.product(),
                one.origin(),
                one.startedAt(),
                one.raisedAt());
    }

    /** Of no turn when {@code session} is null. */
    static Alert alert(String session, Alert.Kind kind, long value, long threshold) {
        boolean isOfTurn = session != null;
        var turn = isOfTurn ? session + ":0" : null;
        return new Alert(
                (isOfTurn ? turn : "mcp:web") + ":" + kind.word() + ":1",
                kind,
                1,
                Alert.State.RAISED,
                value,
                threshold,
                turn,
                isOfTurn ? new SessionId(session) : null,
                isOfTurn ? "Read{2+}" : null,
                new Turn.Product(null, null),
                new Origin(isOfTurn ? "shop" : null, null, null),
                NOW,
                NOW);
    }

    static Board board(List<OpenTurn> open, List<Turn> closed, List<Alert> alerts) {
        var seen = new ArrayList<RecentEvents.Entry<Turn>>();
        closed.forEach(turn -> seen.add(new RecentEvents.Entry<>(turn, NOW)));
        return new Board(
                "up on 127.0.0.1:19092",
                ZoneOffset.UTC,
                true,
                new OpenTurns(open, open.size()),
                seen,
                alerts.stream()
                        .map(alert -> new RecentEvents.Entry<>(alert, NOW))
                        .toList(),
                Map.of(),
                Map.of(),
                new Board.Counts(closed.size(), 0, alerts.size(), 2, 6.4, 0),
                List.of(new Readiness.Progress(0, 100, 0), new Readiness.Progress(1, 20, 7)),
                new Readiness(Readiness.State.CATCHING_UP, 7),
                SHIPPED,
                List.of());
    }

    /** The same with how turns began. */
    static Board with(Board board, Map<String, String> beginnings) {
        return new Board(
                board.title(),
                board.zone(),
                board.hasShipper(),
                board.open(),
                board.closed(),
                board.alerts(),
                beginnings,
                board.lastCalls(),
                board.counts(),
                board.progress(),
                board.readiness(),
                board.shipped(),
                board.notice());
    }

    /** The same with what the last calls of open turns are about. */
    static Board calling(Board board, Map<String, String> lastCalls) {
        return new Board(
                board.title(),
                board.zone(),
                board.hasShipper(),
                board.open(),
                board.closed(),
                board.alerts(),
                board.beginnings(),
                lastCalls,
                board.counts(),
                board.progress(),
                board.readiness(),
                board.shipped(),
                board.notice());
    }

    /** The same while something else has to be done first. */
    static Board with(Board board, Readiness readiness) {
        return with(board, readiness, board.notice());
    }

    static Board with(Board board, Readiness readiness, List<String> notice) {
        return new Board(
                board.title(),
                board.zone(),
                board.hasShipper(),
                board.open(),
                board.closed(),
                board.alerts(),
                board.beginnings(),
                board.lastCalls(),
                board.counts(),
                board.progress(),
                readiness,
                board.shipped(),
                notice);
    }

    /** The screen as text, its lines without what is blank at their ends. */
    static String text(List<AttributedString> lines) {
        return String.join(
                "\n",
                lines.stream().map(line -> line.toString().stripTrailing()).toList());
    }
}
