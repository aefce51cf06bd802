package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.broker.BrokerSettings;
import footfall.desire.DesireRules;
import footfall.line.LineParser;
import footfall.redact.Identity;
import footfall.session.SessionSummary;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.FileTallies;
import footfall.testkit.LongSuite;
import footfall.testkit.MessageTokens;
import footfall.testkit.Revisions;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.turn.HourTokens;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * 105 real transcripts through broker and topology, in several ways, against the same redacted lines
 * folded as files: every field of every turn's last revision but revision, every session's last summary, and
 * every last record of patterns, tools and desires. Skipped without them.
 */
@Timeout(300)
class CorpusThroughABrokerIT {
    private static final Path CORPUS = Path.of("..", "shared", "corpus", "projects");

    @TempDir
    static Path folder;

    private static Cluster cluster;
    private static Shipment shipment;
    private static Map<String, String> expected;
    private static Map<String, SessionSummary> sessions;
    private static FileTallies tallies;

    @BeforeAll
    static void start() {
        assumeTrue(Files.isDirectory(CORPUS));
        shipment = Shipment.below(CORPUS, Shipment.BOX);
        expected = TurnText.of(shipment.turns(Story.RULES).values());
        assertThat(expected).hasSize(171);
        sessions = shipment.sessions(Story.PRICES);
        var tokens = new TreeMap<String, Tokens>();
        sessions.forEach((id, summary) -> tokens.put(id, summary.tokens()));
        assertThat(tokens).isEqualTo(MessageTokens.of(shipment.records()));
        tallies = FileTallies.of(shipment.walks(Story.RULES), DesireRules.DEFAULTS, null);
        assertThat(tallies.desires()).isNotEmpty();
        cluster = Cluster.start(folder);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static void assertEqual(Collection<Turn> turns) {
        assertThat(TurnText.of(turns)).containsExactlyEntriesOf(expected);
    }

    /** What came out and was committed: turns, the last summary of every session, patterns, tools, desires. */
    private static void assertEqual(Cluster.Footfall footfall, Collection<Turn> turns) {
        assertEqual(turns);
        var last = new TreeMap<String, SessionSummary>();
        footfall.committed().each(Channels.SESSIONS, record -> last.put(record.key(), record.value()));
        assertThat(last).isEqualTo(sessions);
        assertThat(footfall.tallies()).isEqualTo(tallies);
        var tokens = shipment.walks(Story.RULES).stream()
                .flatMap(turn -> turn.given().bill().usage().stream())
                .map(HourTokens::tokens)
                .reduce(Tokens.ZERO, Tokens::plus);
        assertThat(footfall.usedTokens()).isEqualTo(tokens);
    }

    @Test
    void onceOverItGivesWhatItsFilesGive(@TempDir Path data) throws Exception {
        var settings = new OneShotSettings(
                BrokerSettings.in(data.resolve("broker")),
                data,
                List.of(CORPUS),
                Defaults.topology(Story.RULES),
                Defaults.REDACT,
                Shipment.BOX,
                3,
                2,
                LineParser.LINE_BYTES_MAX,
                ExcludedProjects.NONE);
        try (var result = new OneShotRun(settings, Silent.PROGRESS).run()) {
            var turns = new ArrayList<Turn>();
            result.turns().forEach(json -> turns.add(Json.read(Turn.class, json)));
            assertEqual(turns);
            assertThat(result.sent().lines()).isEqualTo(shipment.records().size());
        }
    }

    @Test
    @LongSuite
    void onOnePartition() {
        var footfall = cluster.footfall("one", 1, Story.RULES);
        assertEqual(footfall, footfall.send(shipment.records()).run(1));
    }

    @Test
    @LongSuite
    void onTwelvePartitionsWithSessionsInterleavedLineByLine() {
        var footfall = cluster.footfall("interleaved", 12, Story.RULES);
        assertEqual(footfall, footfall.send(shipment.interleaved()).run(2));
    }

    @Test
    void onThreePartitionsWithTheFilesOfASessionInterleavedToo() {
        var footfall = cluster.footfall("mixed", 3, Story.RULES);
        assertEqual(footfall, footfall.send(shipment.interleavedByFile()).run(2));
    }

    @Test
    @LongSuite
    void fedTwiceAndOnceMoreFromAnotherHostNoRecordMoreComesOut() {
        var footfall = cluster.footfall("twice", 3, Story.RULES);
        var other = new Identity("elsewhere", "bob");
        try (var streaming = footfall.start(1)) {
            footfall.send(shipment.records());
            footfall.drain(streaming);
        }
        assertThat(footfall.tallies()).isEqualTo(tallies);
        var records = recordsOf(footfall);
        footfall.send(shipment.records())
                .send(shipment.records().stream().map(sent -> sent.from(other)).toList());
        assertEqual(footfall, footfall.run(2));
        assertThat(recordsOf(footfall)).isEqualTo(records);
        assertThat(records.get(Channels.TURNS.name()))
                .isEqualTo(footfall.turns().size() + revisions(footfall));
    }

    private static long recordsOf(Cluster.Footfall footfall, Channel<?, ?> channel) {
        var count = new long[1];
        footfall.committed().each(channel, record -> count[0]++);
        return count[0];
    }

    /** How many records there are of each kind that comes out. */
    private static Map<String, Long> recordsOf(Cluster.Footfall footfall) {
        return Channels.all().stream()
                .filter(channel -> channel != Channels.LINES)
                .collect(Collectors.toMap(Channel::name, channel -> recordsOf(footfall, channel)));
    }

    private static long revisions(Cluster.Footfall footfall) {
        return footfall.turns().stream().mapToLong(Turn::revision).sum();
    }

    @Test
    @LongSuite
    void withTheInstanceRestartedInTheMiddleAndFedAgainInAnotherOrderNoRecordMoreComesOut() {
        var footfall = cluster.footfall("restarted", 3, Story.RULES);
        for (var part : quarters(shipment.interleaved())) {
            long before = recordsOf(footfall, Channels.TURNS);
            footfall.send(part);
            try (var streaming = footfall.start(1)) {
                // Stopped while it is at work: it has closed a turn of its own, and nothing waits for the rest.
                footfall.await(streaming, () -> recordsOf(footfall, Channels.TURNS) > before);
            }
        }
        assertEqual(footfall, footfall.run(2));
        Revisions.assertOneContentEach(footfall.committed());
        var records = recordsOf(footfall);
        assertEqual(footfall, footfall.send(shipment.interleavedByFile()).run(2));
        assertThat(recordsOf(footfall)).isEqualTo(records);
    }

    private static List<List<Shipment.Sent>> quarters(List<Shipment.Sent> records) {
        return IntStream.range(0, 4)
                .mapToObj(part -> records.subList(part * records.size() / 4, (part + 1) * records.size() / 4))
                .toList();
    }
}
