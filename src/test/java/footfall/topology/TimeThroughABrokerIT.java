package footfall.topology;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.alert.AlertRules;
import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.desire.DesireRules;
import footfall.pattern.TalliedTurn;
import footfall.pattern.UsageSubject.Day;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.FileTallies;
import footfall.testkit.LongSuite;
import footfall.testkit.SharedCluster;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.view.Readiness;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.LineHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What time does over a real broker and by its clock: alerts while turns run, and the end of a day. */
@LongSuite
@Timeout(180)
class TimeThroughABrokerIT extends SharedCluster {
    private static final Duration OPEN = Duration.ofSeconds(6);
    private static final int STEPS = 8;
    private static final AlertRules ALERTS =
            new AlertRules(STEPS, OPEN, 5, 4, AlertRules.WAITING, Duration.ofMinutes(10));
    private static final OutageRules OUTAGES = new OutageRules(4, Duration.ofSeconds(20));

    /** Lines that are written at one moment, in two parts: before the instance stops, and after. */
    private static final class Feed {
        final List<Shipment.Sent> before = new ArrayList<>();
        final List<Shipment.Sent> after = new ArrayList<>();
        final long at;

        Feed(Instant at) {
            this.at = Duration.between(Transcripts.START, at).toSeconds();
        }

        /** A turn of calls; {@code more} come after the stop, and then it closes; without more it is over. */
        void turn(String session, int calls, int more, Calls how) {
            var lines = Transcripts.session(session).prompt(at, "go");
            IntStream.range(0, calls).forEach(i -> how.add(lines, i));
            if (more == 0) {
                lines.duration(at, 1);
            }
            int first = lines.lines().size();
            if (more > 0) {
                IntStream.range(calls, calls + more).forEach(i -> how.add(lines, i));
                lines.duration(at, 1);
            }
            var sent = Shipment.of(session + ".jsonl", lines).records();
            before.addAll(sent.subList(0, first));
            after.addAll(sent.subList(first, sent.size()));
        }

        void work(Transcripts lines, int i) {
            lines.assistant(at, "m" + i, use("Tool" + i, "t" + i));
        }

        void failure(Transcripts lines, int i) {
            lines.assistant(at, "m" + i, use("Odd" + i, "t" + i)).failed(at, "t" + i, "Exit code 1");
        }

        void again(Transcripts lines, int i) {
            var use = use("Read", "t" + i);
            use.put("input", Map.of("file_path", "/w/a"));
            lines.assistant(at, "m" + i, use).result(at, "t" + i);
        }

        Calls failing(String tool) {
            return (lines, i) ->
                    lines.assistant(at, "m" + i, use(tool, "t" + i)).failed(at, "t" + i, "status 503");
        }

        /** Everything that is wrong, in sessions whose names begin so, which stay open until the second part. */
        void wrong(String name, String tool) {
            turn(name + "long", STEPS + 1, 1, this::work);
            turn(name + "streak", ALERTS.errorStreak(), 1, this::failure);
            turn(name + "loop", ALERTS.repeatLoop(), 1, this::again);
            turn(name + "hang", 1, 1, this::work);
            IntStream.range(0, OUTAGES.failures()).forEach(i -> turn(name + "out" + i, 1, 0, failing(tool)));
        }

        /** The same just below each limit. */
        void right(String name, String tool) {
            turn(name + "long", STEPS, 0, this::work);
            turn(name + "streak", ALERTS.errorStreak() - 1, 0, this::failure);
            turn(name + "loop", ALERTS.repeatLoop() - 1, 0, this::again);
            turn(name + "hang", 1, 0, this::work);
            IntStream.range(0, OUTAGES.failures() - 1).forEach(i -> turn(name + "out" + i, 1, 0, failing(tool)));
        }
    }

    /** Adds the call of a number, and what came of it. */
    private interface Calls {
        void add(Transcripts lines, int i);
    }

    private static List<Shipment.Sent> copied(List<Shipment.Sent> all) {
        return all.stream()
                .map(sent -> new Shipment.Sent(sent.session(), sent.value(), copied(sent.lineHeaders())))
                .toList();
    }

    private static LineHeaders copied(LineHeaders emitted) {
        return new LineHeaders(
                emitted.file(),
                emitted.offset(),
                emitted.previousOffset(),
                emitted.host(),
                emitted.user(),
                "owner",
                null);
    }

    /** By alert what was said of it, in order. */
    private static Map<String, List<Alert.State>> alerts(Cluster.Footfall footfall) {
        var said = new TreeMap<String, List<Alert.State>>();
        footfall.committed()
                .each(
                        Channels.ALERTS,
                        record -> said.computeIfAbsent(record.value().alertId(), none -> new ArrayList<>())
                                .add(record.value().state()));
        return said;
    }

    @Test
    void alertsOfEveryKindAreRaisedOnceAndClearedOnceThoughTheInstanceStopsInBetween() {
        var history = new Feed(Instant.now().minus(Duration.ofHours(1)));
        history.wrong("history-", "Old");
        var expected = Set.of(
                "long:0:length:1",
                "streak:0:error-streak:1",
                "loop:0:repeat-loop:1",
                "mcp__db__query:outage:1",
                "mcp__db:outage:1",
                "long:0:duration:1",
                "streak:0:duration:1",
                "loop:0:duration:1",
                "hang:0:duration:1");
        var usual = Defaults.TOPOLOGY;
        var footfall = cluster.footfall(
                "alerts",
                3,
                new TopologySettings(
                        "",
                        Story.RULES,
                        ALERTS,
                        usual.recordBytesMax(),
                        new TopologySettings.Tallies(
                                usual.tallies().retention(), DesireRules.DEFAULTS, OUTAGES, BudgetRules.NONE),
                        usual.sessionInterval()));
        footfall.send(history.before);
        Feed live;
        Feed copy;
        try (var streaming = footfall.start(2)) {
            // What fails while nothing runs, or starts for long, is over.
            footfall.await(streaming, () -> streaming.views().readiness().equals(Readiness.CURRENT));
            live = new Feed(Instant.now());
            live.wrong("", "mcp__db__query");
            live.right("below-", "Web");
            copy = new Feed(Instant.now());
            copy.wrong("copy-", "Copied");
            footfall.send(live.before).send(copied(copy.before));
            footfall.await(streaming, () -> alerts(footfall).keySet().containsAll(expected));
        }
        // Stopped while the turns run: of theirs nothing is cleared.
        assertThat(alerts(footfall))
                .allSatisfy((id, states) -> assertThat(
                                id.contains(":outage:") || states.equals(List.of(Alert.State.RAISED)))
                        .as(id)
                        .isTrue());
        // What is wrong goes on: one step, failure, cycle and failure of the tool more, then the turns close.
        footfall.send(live.after).send(history.after).send(copied(copy.after));
        try (var streaming = footfall.start(2)) {
            footfall.await(streaming, () -> streaming.views().readiness().equals(Readiness.CURRENT));
            var more = new Feed(Instant.now());
            more.turn("out-more", 1, 0, more.failing("mcp__db__query"));
            footfall.send(more.before);
            footfall.await(streaming, () -> alerts(footfall).values().stream().allMatch(said -> said.size() > 1));
            footfall.drain(streaming);
        }
        var said = alerts(footfall);
        assertThat(said)
                .allSatisfy(
                        (id, states) -> assertThat(states).containsExactly(Alert.State.RAISED, Alert.State.CLEARED));
        // How long it all took is the machine's: turns may have been open for the next levels too.
        said.keySet().removeIf(id -> id.matches("(long|streak|loop|hang):0:duration:[23]"));
        assertThat(said.keySet()).isEqualTo(expected);
    }

    /** A closed turn that began at {@code at}, of calls of one tool. */
    private static Shipment turn(String session, Instant at, String tool, int calls) {
        long second = Duration.between(Transcripts.START, at).toSeconds();
        var lines = Transcripts.session(session).prompt(second, "go");
        IntStream.range(0, calls)
                .forEach(i -> lines.assistant(second, "m" + i, use(tool, "t" + i))
                        .failed(second, "t" + i, tool.equals("Bash") ? "Exit code 127 jq: command not found" : "no"));
        return Shipment.of(session + ".jsonl", lines.duration(second, 1));
    }

    private static TopologySettings.Tallies tallies(Duration retention) {
        return new TopologySettings.Tallies(retention, DesireRules.DEFAULTS, OutageRules.DEFAULTS, BudgetRules.NONE);
    }

    /** By key all records of a channel, in order. */
    private static <V> Map<String, List<V>> records(Cluster.Footfall footfall, Channel<String, V> channel) {
        var all = new TreeMap<String, List<V>>();
        footfall.committed()
                .each(
                        channel,
                        record -> all.computeIfAbsent(record.key(), none -> new ArrayList<>())
                                .add(record.value()));
        return all;
    }

    @Test
    void atTheEndOfADayItsTurnsLeaveAndWhatOnlyTheyGaveIsWithdrawn() {
        var end = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(Duration.ofDays(2));
        var shipments = List.of(
                turn("s1", end.minusSeconds(7_200), "Read", 6),
                turn("s2", end.minusSeconds(1), "Bash", 1),
                turn("s3", end, "Read", 6),
                turn("s4", end.plusSeconds(60), "Read", 6),
                turn("s5", end.plusSeconds(90), "Grep", 2));
        var walks = new ArrayList<TalliedTurn>();
        shipments.forEach(shipment -> walks.addAll(shipment.walks(Story.RULES)));
        var started = Instant.now();
        var whole = tallies(Duration.between(end.minus(Duration.ofHours(1)), started));
        var footfall = cluster.footfall("days", 3, Defaults.topology(Story.RULES, whole));
        shipments.forEach(shipment -> footfall.send(shipment.records()));
        footfall.run(1);
        var before = FileTallies.of(walks, DesireRules.DEFAULTS, Day.firstKept(started, whole.retention()));
        assertThat(footfall.tallies()).isEqualTo(before);
        assertThat(before.desires().keySet()).contains("turn-pattern:Read{2+}", "env-need:jq");
        // The day ends for it a moment after it has started again.
        var ending = footfall.with(tallies(Duration.between(end, Instant.now().plusSeconds(3))));
        var after = FileTallies.of(walks, DesireRules.DEFAULTS, end);
        try (var streaming = ending.start(1)) {
            ending.await(streaming, () -> ending.tallies().equals(after));
        }
        assertThat(Day.firstKept(Instant.now(), ending.settings().tallies().retention()))
                .isEqualTo(end);
        var patterns = records(footfall, Channels.PATTERNS);
        assertThat(patterns.get("Bash")).hasSize(2).last().isNull();
        assertThat(patterns.get("Read{2+}")).last().isEqualTo(after.patterns().get("Read{2+}"));
        assertThat(patterns.get("Grep{2+}")).hasSize(1);
        assertThat(records(footfall, Channels.TOOLS).get("Bash"))
                .hasSize(2)
                .last()
                .isNull();
        assertThat(records(footfall, Channels.TOOLS).get("Grep")).hasSize(1);
        var desires = records(footfall, Channels.DESIRES);
        assertThat(desires.get("env-need:jq")).hasSize(2).last().isNull();
        assertThat(desires.get("turn-pattern:Read{2+}")).last().isNull();
    }
}
