package footfall.bench;

import static footfall.report.LocalFiles.NO_PROGRESS;

import footfall.line.SessionId;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.session.SessionSummary;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Defaults;
import footfall.testkit.Samples;
import footfall.testkit.Turns;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** Any number of turns, made from the turns of transcripts: at other times, of other sessions, projects and people. */
final class StoredTurns {
    static final int OF_A_SESSION = 20;
    private static final int PROJECTS = 30;
    private static final int USERS = 12;

    private final List<Turn> made;
    private final Instant begin;
    private final Duration each;

    private StoredTurns(List<Turn> made, Instant begin, Duration each) {
        this.made = made;
        this.begin = begin;
        this.each = each;
    }

    static StoredTurns of(Path transcripts, Instant begin, Duration each) throws Exception {
        var history = new History(2, 1 << 26, ExcludedProjects.NONE);
        try (var folded = new FileTurns(Defaults.TURNS, history).read(List.of(transcripts), NO_PROGRESS)) {
            var turns = folded.turns().stream()
                    .filter(turn ->
                            turn.span().startedAt() != null && turn.prompt().copyOf() == null)
                    .toList();
            return new StoredTurns(turns, begin, each);
        }
    }

    Turn get(int i) {
        var from = made.get(i % made.size());
        var at = begin.plus(each.multipliedBy(i));
        var by = Duration.between(from.span().startedAt(), at);
        var session = new SessionId("stored-" + i / OF_A_SESSION);
        var index = i % OF_A_SESSION;
        var span = new Turn.Span(
                at,
                moved(from.span().endedAt(), by),
                from.span().durationMs(),
                from.span().elapsedMs(),
                from.span().closedBy(),
                false);
        var origin = new Origin(
                "project-" + i / OF_A_SESSION % PROJECTS,
                "host-" + i / OF_A_SESSION % USERS,
                "user-" + i / OF_A_SESSION % USERS);
        return Turns.with(
                from,
                Map.of(
                        "id",
                        new Turn.Id(session.value() + ":" + index, session, null, index),
                        "span",
                        span,
                        "steps",
                        from.steps().stream().map(step -> moved(step, by)).toList(),
                        "parent",
                        new Turn.Parent(null, null, null),
                        "spend",
                        moved(from.spend(), by),
                        "revision",
                        0,
                        "origin",
                        origin));
    }

    /** A summary of the session of a turn, which begins with it. */
    static SessionSummary session(Turn first) {
        var any = (SessionSummary) Samples.of(SessionSummary.class);
        return new SessionSummary(
                first.id().sessionId(),
                first.origin(),
                first.product(),
                any.turns(),
                first.span().startedAt(),
                first.span().endedAt(),
                any.models(),
                any.tools(),
                any.tokens(),
                any.costEstimate(),
                any.bill(),
                any.activeDurationMs(),
                any.totalActiveDurationMs(),
                any.subagents(),
                null,
                null,
                null,
                null,
                null);
    }

    private static Instant moved(Instant at, Duration by) {
        return at == null ? null : at.plus(by).truncatedTo(ChronoUnit.MILLIS);
    }

    private static Step moved(Step step, Duration by) {
        var use = step.use();
        var at = new Step.Use(
                use.tool(),
                use.intent(),
                use.command(),
                use.toolUseId(),
                moved(use.startedAt(), by),
                moved(use.completedAt(), by));
        return new Step(step.sequence(), at, step.parallel(), step.result());
    }

    private static Turn.Spend moved(Turn.Spend spend, Duration by) {
        var usage = spend.usage().stream()
                .map(hour -> new HourTokens(
                        hour.hour() == null ? null : hour.hour().plus(by).truncatedTo(ChronoUnit.HOURS),
                        hour.model(),
                        hour.tokens(),
                        hour.costUsd()))
                .toList();
        return new Turn.Spend(spend.tokens(), spend.models(), spend.costUsd(), spend.unpricedModels(), null, usage);
    }
}
