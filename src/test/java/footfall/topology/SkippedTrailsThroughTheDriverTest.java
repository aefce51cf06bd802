package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.line.FileId;
import footfall.line.SkippedTurns;
import footfall.line.Trigger;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.testkit.TurnJson;
import footfall.testkit.TurnText;
import footfall.turn.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trail whose first lines were left out, wherever the cut is. */
class SkippedTrailsThroughTheDriverTest {
    private static final Instant NOW = Instant.parse("2026-01-09T10:00:00Z");
    private static final Duration LONG = Duration.ofMinutes(31);
    private static final Set<Integer> PROMPTS = Set.of(0, 5, 10, 12);

    @TempDir
    Path state;

    private static Transcripts transcript() {
        return session("s1")
                .prompt(0, "go")
                .with("cwd", "/work/shop")
                .assistant(1, "m1", use("Read", "t1"))
                .result(2, "t1")
                .stop(3)
                .duration(3, 5)
                .prompt(10, "more")
                .with("cwd", "/work/shop")
                .assistant(11, "m2", use("Bash", "t2"))
                .result(12, "t2")
                .assistant(13, "m3", use("Edit", "t3"))
                .duration(14, 7)
                .prompt(20, "no")
                .with("cwd", "/work/shop")
                .interrupt(21)
                .prompt(30, "yes")
                .with("cwd", "/work/shop")
                .assistant(31, "m4", use("Grep", "t4"))
                .result(32, "t4")
                .assistant(33, "m5", use("Read", "t5"))
                .usage(3, 4)
                .result(34, "t5")
                .duration(35, 1);
    }

    private static Shipment first(int lines) {
        var first = session("s1");
        transcript().lines().subList(0, lines).forEach(first::raw);
        return Shipment.of(first);
    }

    /** The lines from the cut on, in a session of their own, as a shipper sends them that left out the rest. */
    private static List<Shipment.Sent> rest(int cut) {
        var skipped = new SkippedTurns(first(cut).turns(Story.RULES).size(), PROMPTS.contains(cut - 1), null);
        var sent = new ArrayList<Shipment.Sent>();
        for (var line : Shipment.of(transcript())
                .records()
                .subList(cut, transcript().lines().size())) {
            long previous = sent.isEmpty()
                    ? -1
                    : sent.get(sent.size() - 1).lineHeaders().offset();
            sent.add(line.renamed("k" + cut + "k").after(previous).skipping(skipped));
        }
        return sent;
    }

    @Test
    void turnsGoOnUnderTheIdsOfTheWholeFileAndThoseBegunLaterAreTheSame() {
        var whole = Shipment.of(transcript()).turns(Story.RULES);
        assertThat(whole.keySet()).containsExactlyInAnyOrder("s1:0", "s1:1", "s1:2");
        for (int cut = 1; cut < transcript().lines().size(); cut++) {
            var prefix = cut + "-";
            try (var driver = new Driver(Defaults.topology(Story.RULES), state.resolve(prefix), NOW)) {
                driver.arrive(rest(cut)).pass(LONG);
                assertThat(driver.rejected()).as("cut at %d", cut).isEmpty();
                assertRest(
                        cut,
                        whole.values().stream().toList(),
                        driver.lastTurns().values().stream().toList());
            }
        }
    }

    private static void assertRest(int cut, List<Turn> whole, List<Turn> rest) {
        var expected = new TreeMap<>(TurnText.of(whole));
        var begunLater = new TreeMap<>(TurnText.of(rest, "k" + cut + "k"));
        var firstLines = new int[] {0, 5, 12};
        for (var turn : whole) {
            if (firstLines[turn.id().index()] < cut) {
                expected.remove(turn.id().turnId());
                begunLater.remove(turn.id().turnId());
                var left = rest.stream()
                        .filter(one -> one.id().index() == turn.id().index())
                        .toList();
                assertThat(left.stream()
                                .flatMap(one -> one.steps().stream()
                                        .map(step -> step.use().toolUseId()))
                                .toList())
                        .as("what is left of turn %d, cut at %d", turn.id().index(), cut)
                        .isEqualTo(callsAfter(cut, turn));
                assertThat(left).hasSize(callsAfter(cut, turn).isEmpty() ? 0 : 1);
                if (left.isEmpty()) {
                    expected.computeIfPresent("s1:" + (turn.id().index() + 1), (id, next) -> withoutReply(next));
                }
                assertThat(left).allMatch(one -> one.prompt().trigger() == Trigger.UNKNOWN);
            }
        }
        assertThat(begunLater).as("cut at %d", cut).isEqualTo(expected);
    }

    /** When the turn before it ended was skipped. */
    private static String withoutReply(String turn) {
        var without = (ObjectNode) TurnJson.tree(turn);
        assertThat(without.remove("reply_ms")).isNotNull();
        return TurnJson.pretty(without.toString());
    }

    private static List<String> callsAfter(int cut, Turn turn) {
        var rest = String.join(
                "", transcript().lines().subList(cut, transcript().lines().size()));
        return turn.steps().stream()
                .map(step -> step.use().toolUseId())
                .filter(call -> rest.contains("\"id\":\"" + call + "\"") || rest.contains("\"id\": \"" + call + "\""))
                .toList();
    }

    @Test
    void theRestOfACopiedTurnIsACopyAndWhatIsPromptedThenIsNot() {
        for (int cut : List.of(6, 8)) { // Between the second prompt and its work, and in the middle of that.
            var sent = new ArrayList<Shipment.Sent>();
            for (var line : rest(cut)) {
                var is = line.lineHeaders();
                var skipped =
                        new SkippedTurns(is.skipped().turns(), is.skipped().isPrompted(), "s0");
                sent.add(line.skipping(skipped));
            }
            try (var driver = new Driver(Defaults.topology(Story.RULES), state.resolve("copy" + cut), NOW)) {
                driver.arrive(sent).pass(LONG);
                var owners = new ArrayList<String>();
                driver.lastTurns()
                        .values()
                        .forEach(turn -> owners.add(
                                turn.id().index() + " of " + turn.prompt().copyOf()));
                assertThat(owners).as("cut at %d", cut).containsExactly("1 of s0", "2 of null");
            }
        }
    }

    @Test
    void anInterruptDropsThePromptThatWaitedBeforeTheSkip() {
        var lines = Transcripts.session("s1")
                .prompt(0, "go")
                .interrupt(1)
                .assistant(2, "m1", Transcripts.use("Read", "t1"));
        var sent = new ArrayList<Shipment.Sent>();
        for (var line : Shipment.of(lines).records().subList(1, 3)) {
            sent.add(line.skipping(new SkippedTurns(0, true, "s0")));
        }
        try (var driver = new Driver(Defaults.topology(Story.RULES), state, NOW)) {
            var turns = driver.arrive(sent).pass(LONG).lastTurns().values();
            assertThat(turns)
                    .singleElement()
                    .extracting(
                            turn -> turn.id().turnId(), turn -> turn.prompt().copyOf())
                    .containsExactly("s1:0", null);
        }
    }

    @Test
    void atATrailThatIsKnownTheHeaderSaysNothing() {
        var lines = Shipment.of(transcript()).records();
        var emitted = new ArrayList<>(lines.subList(0, 5));
        for (var line : lines.subList(5, lines.size())) {
            emitted.add(line.skipping(new SkippedTurns(7, false, null)));
        }
        try (var driver = new Driver(Defaults.topology(Story.RULES), state, NOW)) {
            driver.arrive(emitted).pass(LONG);
            assertThat(TurnText.of(driver.lastTurns().values()))
                    .isEqualTo(TurnText.of(
                            Shipment.of(transcript()).turns(Story.RULES).values()));
        }
    }

    @Test
    void aFileThatIsWrittenAnewAfterASkipIsNumberedFromItsBeginning() {
        var whole = Shipment.of(transcript());
        for (int cut : List.of(4, 6, 14)) {
            var anew = new ArrayList<Shipment.Sent>();
            for (var line : whole.records()) {
                var sent = line.renamed("k" + cut + "k");
                var is = sent.lineHeaders();
                var file = new FileId(is.file().name(), is.file().firstLineHash(), 1);
                anew.add(sent.inFile(file));
            }
            try (var driver = new Driver(Defaults.topology(Story.RULES), state.resolve("anew" + cut), NOW)) {
                driver.arrive(rest(cut)).pass(LONG).arrive(anew).pass(LONG);
                assertThat(TurnText.of(driver.lastTurns().values(), "k" + cut + "k"))
                        .as("cut at %d", cut)
                        .isEqualTo(TurnText.of(whole.turns(Story.RULES).values()));
            }
        }
    }
}
