package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.Hashes;
import footfall.line.Ids;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.StoredRows;
import footfall.testkit.Transcripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeenLinesTest {
    private static final TrailId TRAIL = new TrailId(new SessionId("s1"), null);
    private static final int BLOCKS_OF_THREE_LEVELS = 1 + 32 + 32 * 32;

    private final StoredRows rows = new StoredRows();

    private boolean isNew(long hash) {
        return SeenLines.isNew(rows, TRAIL, hash);
    }

    @Test
    void aLineIsNewOnceAndInEachTrail() {
        for (int line = 0; line < 20_000; line++) {
            assertThat(isNew(Ids.hash("u" + line))).isTrue();
        }
        for (int line = 0; line < 20_000; line++) {
            assertThat(isNew(Ids.hash("u" + line))).isFalse();
        }
        assertThat(SeenLines.isNew(rows, new TrailId(TRAIL.session(), "a1"), Ids.hash("u1")))
                .isTrue();
    }

    /** 8 bytes a line, and a third more for keys and numbers of blocks that are not full. */
    @Test
    void aTrailOfTwentyThousandLinesNeedsTwelveBytesALineInBlocksOfAtMost32() {
        var sizes = new ArrayList<Integer>();
        for (int line = 0; line < 20_000; line++) {
            isNew(Ids.hash("u" + line));
        }
        rows.each(RowKey.all(FoldRows.SEEN, TRAIL), (key, hashes) -> sizes.add(hashes.size()));
        assertThat(sizes).allMatch(size -> size <= SeenLines.BLOCK_MAX);
        assertThat(sizes).hasSizeBetween(20_000 / 32, BLOCKS_OF_THREE_LEVELS);
    }

    /** Hashes that all go the same way are the earliest to reach the end of it. */
    @Test
    void theLastBlockForgetsItsOldestLine() {
        int known = 4 * SeenLines.BLOCK_MAX;
        for (long line = 0; line <= known; line++) {
            assertThat(isNew(line << 40)).isTrue();
        }
        var last = new ArrayList<Hashes>();
        rows.each(RowKey.all(FoldRows.SEEN, TRAIL), (key, hashes) -> last.add(hashes));
        assertThat(last).hasSize(4);
        assertThat(isNew(0)).isFalse();
        assertThat(isNew((long) known << 40)).isFalse();
        assertThat(isNew((long) (3 * SeenLines.BLOCK_MAX) << 40)).isTrue();
    }

    private static final Transcripts PARENT_LINES = Transcripts.session("s1")
            .prompt(0, "go")
            .with("cwd", "/w/shop")
            .assistant(1, "m1", use("Agent", "t1"))
            .agent("a1")
            .prompt(2, "explore")
            .with("uuid", "shared-1")
            .assistant(3, "m2", use("Read", "r1"))
            .with("uuid", "shared-2")
            .usage(100, 5)
            .agent(null)
            .result(8, "t1")
            .with("toolUseResult", Map.of("agentId", "a1"))
            .duration(9, 9_000);

    private static final FedFile PARENT = FedFile.of("s1.jsonl", PARENT_LINES.bytes());

    /** Its first two lines are in the parent's file too. */
    private static final FedFile OWN = FedFile.of(
            "s1/subagents/agent-a1.jsonl",
            Transcripts.session("s1")
                    .agent("a1")
                    .prompt(2, "explore")
                    .with("uuid", "shared-1")
                    .assistant(3, "m2", use("Read", "r1"))
                    .with("uuid", "shared-2")
                    .usage(100, 5)
                    .result(4, "r1")
                    .endTurn(5, "m3")
                    .bytes());

    private static List<Turn> turns(Fold fold) {
        return fold.end().stream().map(turn -> turn.revised(0)).toList();
    }

    @Test
    void aSubagentsLinesCountOnceWhicheverOfItsFilesComesFirst() {
        var parentFirst = turns(Fold.starting().feed(PARENT).feed(OWN));
        assertThat(parentFirst)
                .extracting(
                        turn -> turn.id().turnId(),
                        turn -> turn.parent().parentTurnId(),
                        turn -> turn.size().pattern(),
                        turn -> turn.spend().tokens().input(),
                        turn -> turn.steps().get(0).result().outcome())
                .containsExactly(
                        tuple("s1:0", null, "Agent", 0L, Outcome.OK),
                        tuple("s1/a1:0", "s1:0", "Read", 100L, Outcome.OK));
        assertThat(turns(Fold.starting().feed(OWN).feed(PARENT))).containsExactlyInAnyOrderElementsOf(parentFirst);
    }

    /** Each of its trails starts over with its own first line. */
    @Test
    void aReplacedFileThatRepeatsItsLinesCountsThemOnce() {
        var twice = new String(PARENT_LINES.bytes(), UTF_8).repeat(2).getBytes(UTF_8);
        var fold = Fold.starting().feed(FedFile.of("s1.jsonl", twice, 0));
        var before = turns(fold);
        assertThat(turns(fold.feed(FedFile.of("s1.jsonl", twice, 1)))).isEqualTo(before);
    }

    @Test
    void whatASubagentsOwnFileSaysStaysWhenItsParentsFileIsReplaced() {
        var fold = Fold.starting().feed(PARENT).feed(OWN);
        var before = turns(fold);
        assertThat(turns(fold.feed(FedFile.of("s1.jsonl", PARENT_LINES.bytes(), 1))))
                .isEqualTo(before);
    }

    @Test
    void aRepetitionIsCountedRestartsNoTimerAndIsNoGap() {
        var lines = Transcripts.session("s1").prompt(0, "go").assistant(1, "m1", use("Read", "t1"));
        var twice = new ArrayList<>(lines.lines());
        twice.addAll(lines.lines());
        var bytes = (String.join("\n", twice) + "\n").getBytes();
        var file = FedFile.of("s1.jsonl", bytes);
        var fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);
        fold.feed(file.part(0, 2)).pass(Duration.ofMinutes(29));
        int before = fold.outputs().size();
        fold.feed(file.part(2, 4));
        assertThat(fold.outputs().subList(before, fold.outputs().size()))
                .containsExactly(
                        new Output.Ignored(Output.Ignored.Reason.LINE_REPEATED),
                        new Output.Ignored(Output.Ignored.Reason.LINE_REPEATED));
        fold.pass(Duration.ofMinutes(1));
        assertThat(fold.emitted()).hasSize(1);
        fold.feed(file);
        assertThat(fold.outputs())
                .endsWith(
                        new Output.Ignored(Output.Ignored.Reason.LINE_SEEN_BEFORE),
                        new Output.Ignored(Output.Ignored.Reason.LINE_SEEN_BEFORE));
    }

    @Test
    void linesAreKnownAsLongAsATrailOfTheirSession() {
        var lines = Transcripts.session("s1").prompt(0, "go").assistant(1, "m1", use("Read", "t1"));
        var again = FedFile.of("copied.jsonl", lines.bytes());
        var fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);
        fold.feed(FedFile.of("s1.jsonl", lines.bytes())).pass(Duration.ofDays(59));
        assertThat(seen()).isEqualTo(2);
        fold.feed(again).pass(Duration.ofHours(1));
        assertThat(fold.emitted()).hasSize(1);
        fold.pass(Duration.ofDays(1));
        assertThat(seen()).isZero();
    }

    @Test
    void whatWasForgottenStaysForgottenWhenItIsRepeated() {
        var lines = Transcripts.session("s1").prompt(0, "go").assistant(1, "m1", use("Read", "t1"));
        var fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);
        fold.feed(FedFile.of("s1.jsonl", lines.bytes()))
                .pass(Duration.ofHours(1))
                .forget("s1");
        fold.feed(FedFile.of("copied.jsonl", lines.bytes())).pass(Duration.ofHours(1));
        assertThat(fold.emitted()).hasSize(1);
        fold.pass(Duration.ofDays(400));
        assertThat(rows.size()).isZero();
    }

    private int seen() {
        var count = new int[1];
        rows.each(RowKey.all(FoldRows.SEEN, TRAIL), (key, hashes) -> count[0] += hashes.size());
        return count[0];
    }
}
