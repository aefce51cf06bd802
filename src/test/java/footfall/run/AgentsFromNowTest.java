package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.SkippedTurns;
import footfall.ship.Checkpoint;
import footfall.ship.ShipSettings;
import footfall.ship.Shipping;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.wire.LineHeaders;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of Codex and Copilot that are under way at a start with {@code --from-now}. */
class AgentsFromNowTest {
    private static final Pattern ANY = Pattern.compile("");

    /** In a line with a prompt, of both dialects. */
    private static final Pattern PROMPT = Pattern.compile("\"user_message\"|\"user\\.message\"");

    /** Where the start is between two lines that belong together, by home and part. */
    private static final Set<String> OTHER = Set.of(
            "copilot-noise at 0.3", // An event and its repetition.
            "copilot-stop-hook at 0.3", // A Stop hook that blocks, and its reason.
            "00000000-0000-4000-8000-000000000015/events.jsonl at 0.45", // The same.
            "copilot-reads-by-itself at 0.3", // A call, and the subagent that it runs.
            "copilot-reads-by-itself at 0.45",
            "copilot-subagents at 0.3", // The same.
            "copilot-subagents at 0.45",
            "copilot-subagents at 0.6",
            "codex-paginated at 0.6", // The same.
            "codex-revert at 0.6"); // Two files of a session: the names are in the one that ended.

    /** Where the start is between a compaction, which is skipped, and the turn on which it counts in the whole file. */
    private static final Map<String, String> SKIPPED_COMPACTIONS = Map.of(
            "2026/11/21/rollout-2026-11-21T22-35-13-01a2003f-d144-7921-9446-344c8683174e"
                    + "_01a2003f-d86a-7020-862c-dc71ba9e2ed7.jsonl at 0.6",
            "01a2003f-d144-7921-9446-344c8683174e:4",
            "codex-legacy at 0.45",
            "019bb8c0-0000-7000-8000-0000000000a1:2",
            "copilot-usage-records at 0.45",
            "5e550000-0000-4000-8000-000000000009:1");

    private static final Pattern COMPACTIONS = Pattern.compile("\"compactions\" : (\\d+)");

    /** The turn as it is without one of its compactions. */
    private static String withoutACompaction(String turn) {
        return COMPACTIONS.matcher(turn).replaceFirst(is -> "\"compactions\" : " + (Integer.parseInt(is.group(1)) - 1));
    }

    @TempDir
    Path folder;

    private int runs;

    private ShipSettings settings(Path home) {
        return new ShipSettings(
                List.of(home.resolve(".codex"), home.resolve(".copilot")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ZERO,
                Duration.ZERO);
    }

    private SentRecords ship(Path home, Checkpoint state) throws IOException {
        var sent = new SentRecords();
        var around = new Shipping.Dependencies(new LocalDisk(), sent, kept -> {}, Clock.systemUTC(), () -> {});
        var shipping = new Shipping(settings(home), around, state);
        shipping.roundForGood();
        shipping.finish();
        return sent.folded();
    }

    private SentRecords whole(AgentHome files) throws IOException {
        var home = folder.resolve("whole" + runs++);
        files.write(home, 0, Long.MAX_VALUE);
        return ship(home, Checkpoint.empty("here"));
    }

    /** What left after a start at a part of the files, and what that start skipped. */
    private record Cut(SentRecords sent, Map<String, SkippedTurns> skipped) {}

    private Cut after(AgentHome files, long offset) throws IOException {
        var home = folder.resolve("cut" + runs++);
        files.write(home, 0, offset);
        var checkpoint = new Ship.StartFromNow(settings(home), Story.RULES, said -> {}).at("here");
        files.write(home, offset, Long.MAX_VALUE);
        return new Cut(ship(home, checkpoint), checkpoint.skipped());
    }

    @Test
    void everyTurnThatBeginsAfterTheStartIsThatOfTheWholeFile() throws IOException {
        var different = new TreeMap<String, String>();
        int turns = 0;
        for (var home : AgentHome.all()) {
            var whole = whole(home);
            for (var part : List.of(0.3, 0.45, 0.6)) {
                var cut = after(home, home.line(part, part == 0.45 ? PROMPT : ANY));
                var place = home.name() + " at " + part;
                var expected = new TreeMap<>(whole.begunAfter(cut.skipped()));
                if (SKIPPED_COMPACTIONS.containsKey(place)) {
                    expected.computeIfPresent(SKIPPED_COMPACTIONS.get(place), (id, turn) -> withoutACompaction(turn));
                }
                var found = cut.sent().begunAfter(cut.skipped());
                turns += found.size();
                if (!found.equals(expected)) {
                    different.put(place, found + "\ninstead of\n" + expected);
                }
            }
        }
        different.keySet().removeAll(OTHER);
        assertThat(different).isEmpty();
        assertThat(turns).isGreaterThan(30);
    }

    @Test
    void theSessionHasItsProjectAndVersionButNothingOfWhatWasSkipped() throws IOException {
        for (var name : List.of("codex-legacy", "copilot-usage-records")) {
            var home = AgentHome.story(name);
            var whole = whole(home).sessions;
            var cut = after(home, home.line(0.6, ANY));
            assertThat(cut.sent().sessions).hasSameSizeAs(whole).isNotEmpty();
            cut.sent().sessions.forEach((session, is) -> {
                assertThat(is.origin()).isEqualTo(whole.get(session).origin());
                assertThat(is.product()).isEqualTo(whole.get(session).product());
                assertThat(is.startTime()).isAfter(whole.get(session).startTime());
                assertThat(is.tokens().output())
                        .isLessThan(whole.get(session).tokens().output());
            });
        }
    }

    @Test
    void noSkippedLineLeavesAndWhatIsSentTwiceIsKnown() throws IOException {
        for (var name : List.of("codex-legacy", "copilot-usage-records")) {
            var home = AgentHome.story(name);
            long at = home.line(0.6, ANY);
            var sent = after(home, at).sent();
            assertThat(sent.lines)
                    .isNotEmpty()
                    .allMatch(record ->
                            LineHeaders.of(record.headers()).orElseThrow().offset() >= at);
            var again = new SentRecords();
            again.lines.addAll(sent.lines);
            again.lines.addAll(sent.lines);
            assertThat(TurnText.of(again.folded().turns.values())).isEqualTo(TurnText.of(sent.turns.values()));
            assertThat(again.sessions).isEqualTo(sent.sessions);
        }
    }

    @Test
    void theLinesOfASessionAreSentOnceEvenOverRestarts() throws IOException {
        var home = AgentHome.story("codex-legacy");
        var at = home.line(0.6, ANY);
        var place = folder.resolve("restarted");
        home.write(place, 0, at);
        var state = new Ship.StartFromNow(settings(place), Story.RULES, said -> {}).at("here");
        var offsets = new ArrayList<Long>();
        for (double part : List.of(0.7, 0.8, 1.0)) {
            long next = home.line(part, ANY);
            home.write(place, at, next);
            at = next;
            ship(place, state)
                    .lines
                    .forEach(record -> offsets.add(
                            LineHeaders.of(record.headers()).orElseThrow().offset()));
        }
        assertThat(offsets).isSorted().doesNotHaveDuplicates();
    }
}
