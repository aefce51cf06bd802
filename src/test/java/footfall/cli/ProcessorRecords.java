package footfall.cli;

import footfall.alert.Alert;
import footfall.desire.AppliedRemedy;
import footfall.desire.AppliedRemedy.Place;
import footfall.line.SessionId;
import footfall.pattern.Subject;
import footfall.report.FileShard;
import footfall.report.FileTurns;
import footfall.serve.Api;
import footfall.serve.ApiSource;
import footfall.serve.HttpServer;
import footfall.serve.Route;
import footfall.serve.ServeSettings;
import footfall.session.SessionSummary;
import footfall.shipper.KnownShippers;
import footfall.shipper.ListedShipper;
import footfall.shipper.Reports;
import footfall.shipper.ShipperState;
import footfall.testkit.ListShard;
import footfall.testkit.Ports;
import footfall.testkit.Samples;
import footfall.testkit.Turns;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.OpenTurn;
import footfall.view.OpenTurns;
import footfall.view.Records;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Shard.Slice;
import footfall.view.Shards;
import footfall.view.Shippers;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The turns of files, with records that only a topology has. */
record ProcessorRecords(Shard files) implements Shard {
    ProcessorRecords(FileTurns.Folded folded) {
        this(new FileShard(folded));
    }

    @Override
    public Slice<Turn> turns(Selection selection, Range range) {
        return files.turns(selection, range);
    }

    /** A turn of a session that has only this one. */
    private static final Turn OPEN = Turns.of("bbbbbb33", 0, Instant.parse("2026-01-08T01:00:00Z"), "Read", "Read")
            .stillOpen();

    /** The server of such a processor. */
    static HttpServer serve(FileTurns.Folded folded, AnswerRules rules, Optional<Path> token) {
        return serve(new ProcessorRecords(folded), rules, token);
    }

    static HttpServer serve(Shard shard, AnswerRules rules, Optional<Path> token) {
        return serve(Shards.of(List.of(shard)), rules, token);
    }

    static HttpServer serve(Shards shards, AnswerRules rules, Optional<Path> token) {
        return serve(shards, rules, token, null);
    }

    /** {@code early}: what answers lack; null for nothing. */
    static HttpServer serve(Shards shards, AnswerRules rules, Optional<Path> token, String early) {
        var answers = new MergedAnswers(shards, rules);
        var source = new ApiSource(answers, () -> null, new Reported(), null, () -> Optional.ofNullable(early));
        var api = new Api(() -> Optional.of(source), InstantSource.fixed(Terminal.NOW));
        var settings = new ServeSettings(
                ServeSettings.Use.ON,
                "127.0.0.1",
                Ports.free(),
                List.of(),
                new ServeSettings.TokenFiles(token, Optional.empty()),
                ServeSettings.TlsFiles.NONE);
        return HttpServer.start(settings, new ArrayList<Route>(api.routes()));
    }

    private record Reported() implements Shippers {
        @Override
        public List<ListedShipper> list(Instant now) {
            return shippers().list(now);
        }

        @Override
        public List<AppliedRemedy> remedies() {
            return List.of(AppliedRemedy.here("env-need:rg", Instant.parse("2026-01-06T12:00:00Z"), Place.SKILL));
        }
    }

    /** One that was killed, one that is behind, one that has stopped. */
    private static KnownShippers shippers() {
        var shippers = new KnownShippers();
        var states = List.of(ShipperState.State.STOPPED, ShipperState.State.RUNNING, ShipperState.State.RUNNING);
        var names = List.of("stopped", "behind", "killed");
        for (int i = 0; i < names.size(); i++) {
            var at = Terminal.NOW.minusSeconds(i == 2 ? 7_265 : 40);
            shippers.heard(names.get(i), Reports.of(names.get(i), at, states.get(i), i == 1 ? 20_480 : 0), at);
        }
        return shippers;
    }

    @Override
    public Optional<Turn> turn(String turnId) {
        return turnId.equals(OPEN.id().turnId()) ? Optional.of(OPEN) : files.turn(turnId);
    }

    @Override
    public Shard.Tallied tallied(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return files.tallied(kinds, selection, scanMax);
    }

    @Override
    public Shard.SamplePart sample(Set<Subject.Kind> kinds, Selection selection, int scanMax) {
        return files.sample(kinds, selection, scanMax);
    }

    @Override
    public Shard.ToolPart tool(String tool, Selection selection, int scanMax) {
        return files.tool(tool, selection, scanMax);
    }

    @Override
    public Slice<SessionSummary> sessions(Selection selection, Range range) {
        var items = files.turns(Selection.ALL, new Range(null, Integer.MAX_VALUE, Integer.MAX_VALUE)).items().stream()
                .map(turn -> turn.id().sessionId().value())
                .distinct()
                .map(ProcessorRecords::summary)
                .filter(one -> Records.admits(selection, one))
                .sorted(Comparator.comparing(
                        SessionSummary::position, range.direction().order()))
                .filter(one -> range.direction().isAfter(one.position(), range.after()))
                .toList();
        var page = items.size() <= range.limit()
                ? new Slice<>(items, items.size(), null)
                : new Slice<>(
                        items.subList(0, range.limit()),
                        range.limit(),
                        items.get(range.limit() - 1).position());
        return page.with(new Answer.Total(items.size(), 0));
    }

    private static SessionSummary summary(String id) {
        var any = (SessionSummary) Samples.of(SessionSummary.class);
        return new SessionSummary(
                new SessionId(id),
                new Origin("shop", null, null),
                any.product(),
                any.turns(),
                Instant.parse("2026-01-01T00:00:00Z"),
                any.endTime(),
                any.models(),
                any.tools(),
                any.tokens(),
                any.costEstimate(),
                any.bill(),
                any.activeDurationMs(),
                any.totalActiveDurationMs(),
                any.subagents(),
                any.besideMessages(),
                any.rateLimits(),
                any.changes(),
                null,
                null);
    }

    @Override
    public Optional<SessionSummary> session(String sessionId) {
        return Optional.of(summary(sessionId));
    }

    @Override
    public Slice<Alert> alerts(Selection selection, Range range) {
        var alert = new Alert(
                "aaaaaa11:0:length:1",
                Alert.Kind.LENGTH,
                1,
                Alert.State.RAISED,
                7,
                5,
                "aaaaaa11:0",
                new SessionId("aaaaaa11"),
                "Grep → Read{2+}",
                new Turn.Product("claude", "2.1.7"),
                new Origin("shop", null, null),
                Instant.parse("2026-01-01T00:00:00Z"),
                Instant.parse("2026-01-01T00:00:07Z"));
        return new Slice<>(Records.admits(selection, alert) ? List.of(alert) : List.of(), 1, null);
    }

    @Override
    public List<String> sessionIds(String prefix, int max) {
        return Stream.concat(
                        Stream.of(OPEN.id().sessionId().value()),
                        files
                                .turns(Selection.ALL, new Range(null, Integer.MAX_VALUE, Integer.MAX_VALUE))
                                .items()
                                .stream()
                                .map(turn -> turn.id().sessionId().value()))
                .filter(id -> id.startsWith(prefix))
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public OpenTurns openTurns(Selection selection, int max) {
        var any = (OpenTurn) Samples.of(OpenTurn.class);
        var open = new OpenTurn(
                OPEN.id().turnId(),
                OPEN.id().sessionId(),
                null,
                false,
                OpenTurn.State.OPEN,
                3,
                false,
                "Read{2+}",
                List.of("Read", "Read"),
                0,
                0,
                Instant.parse("2026-01-08T01:00:00Z"),
                any.lastLineAt(),
                null,
                any.lastArrival(),
                any.tokens(),
                null,
                new Turn.Product("claude", "2.1.7"),
                "shop",
                null,
                null,
                null);
        return ListShard.selected(new OpenTurns(List.of(open), 1), selection);
    }
}
