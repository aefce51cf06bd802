package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.Parsed;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.StoredRows;
import footfall.testkit.Transcripts;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** How a trail ends, and how a file that was replaced starts it over. */
class ExpiryTest {
    private static Fold over(StoredRows rows) {
        return Fold.over(rows, Defaults.TURNS, Transcripts.START);
    }

    private static Transcripts two() {
        return Transcripts.session("s1")
                .prompt(0, "one")
                .assistant(1, "m1", use("Read", "t1"))
                .duration(2, 2_000)
                .prompt(3, "two")
                .assistant(4, "m2", use("Edit", "t2"))
                .duration(5, 2_000);
    }

    private static FedFile file(Transcripts lines, int generation) {
        return FedFile.of("s1.jsonl", lines.bytes(), generation);
    }

    /** Each emission: turn, revision, trigger, tools. */
    private static List<String> emitted(Fold fold) {
        return fold.emitted().stream()
                .map(turn -> turn.id().turnId() + " r" + turn.revision() + " "
                        + turn.prompt().trigger().word() + " "
                        + turn.size().pattern())
                .toList();
    }

    @Test
    void afterTheRetentionOfASessionAStubIsLeftAndItsTurnsAsLongAsTheirTopicKeepsThem() {
        var rows = new StoredRows();
        var fold = over(rows)
                .feed(file(two().with("cwd", "/w/shop"), 0))
                .pass(Duration.ofDays(60).minusMillis(1));
        assertThat(rows.size()).isGreaterThan(3);
        fold.pass(1);
        // The trail, and what was last emitted of each turn.
        assertThat(rows.size()).isEqualTo(3);
        fold.pass(Duration.ofDays(30).minusMillis(1));
        assertThat(rows.size()).isEqualTo(3);
        fold.pass(1);
        assertThat(rows.size()).isEqualTo(2);
    }

    @Test
    void everyTurnOfAStubCanBeForgottenAsLongAsItsTopicKeepsIt() {
        var fold = over(new StoredRows()).feed(file(two(), 0)).pass(Duration.ofDays(89));
        assertThat(withdrawn(fold.forget("s1"))).containsExactly(0, 1);
        assertThat(withdrawn(fold.forget("s1"))).containsExactly(0, 1);
        fold.feed(file(two(), 0)).pass(Duration.ofDays(400));
        assertThat(fold.emitted()).hasSize(2);
    }

    private static List<Integer> withdrawn(Fold fold) {
        return fold.outputs().stream()
                .filter(Output.TurnWithdrawn.class::isInstance)
                .map(output -> ((Output.TurnWithdrawn) output).index())
                .toList();
    }

    @Test
    void anExpiredTrailOpensTheNextIndexForWorkAndIgnoresWhatBelongsToOldTurns() {
        var rows = new StoredRows();
        var lines = two();
        var fold = over(rows).feed(file(lines, 0)).pass(Duration.ofDays(61));
        lines.result(6, "t2").duration(7, 9).stop(8).interrupt(9).compaction(10);
        fold.feed(file(lines, 0)).pass(Duration.ofHours(1));
        assertThat(fold.emitted()).hasSize(2);
        fold.feed(file(lines.assistant(11, "m3", use("Bash", "t3")), 0)).pass(Duration.ofHours(1));
        assertThat(emitted(fold).subList(2, 3)).containsExactly("s1:2 r0 unknown Bash");
    }

    @Test
    void linesBelowTheMarksOfAStubStayUnseen() {
        var fold = over(new StoredRows())
                .feed(file(two(), 0))
                .pass(Duration.ofDays(61))
                .feed(file(two(), 0));
        assertThat(fold.pass(Duration.ofHours(1)).emitted()).hasSize(2);
    }

    @Test
    void aStubEndsWithoutATrace() {
        var rows = new StoredRows();
        var fold = over(rows).feed(file(two(), 0)).pass(Duration.ofDays(400).minusMillis(1));
        assertThat(rows.size()).isEqualTo(2);
        fold.pass(1);
        assertThat(rows.size()).isZero();
    }

    @Test
    void theLinksOfASessionEndWithItsTrails() {
        var rows = new StoredRows();
        var lines = Transcripts.session("s1").prompt(0, "go").assistant(1, "m1", use("Task", "t1"));
        lines.link(2, "t1", "a1").link(3, "t2", "never-seen").with("cwd", "/w/shop");
        var sub = Transcripts.session("s1")
                .agent("a1")
                .prompt(2, "x")
                .assistant(3, "m2", use("Task", "n1"))
                .prompt(4, "y");
        var fold = over(rows).feed(file(lines, 0)).feed(FedFile.of("s1/subagents/agent-a1.jsonl", sub.bytes()));
        fold.pass(Duration.ofDays(401));
        assertThat(rows.size()).isZero();
    }

    @Test
    void theLinksOfASessionWithoutAMainTrailEndToo() {
        var rows = new StoredRows();
        var sub = Transcripts.session("s1").agent("a1").prompt(2, "x").assistant(3, "m2", use("Task", "n1"));
        sub.link(4, "n1", "a2").with("cwd", "/w/side");
        over(rows).feed(FedFile.of("s1/subagents/agent-a1.jsonl", sub.bytes())).pass(Duration.ofDays(401));
        assertThat(rows.size()).isZero();
    }

    @Test
    void aNewGenerationStartsTheTrailOverAndRevisionsGoOn() {
        var fold = over(new StoredRows()).feed(file(two(), 0)).pass(Duration.ofHours(1));
        var rewritten = Transcripts.session("s1")
                .prompt(0, "one")
                .assistant(1, "m1", use("Grep", "t1"))
                .stop(2);
        fold.feed(file(rewritten, 1)).pass(Duration.ofHours(1));
        assertThat(emitted(fold)).containsExactly("s1:0 r0 human Read", "s1:1 r0 human Edit", "s1:0 r1 human Grep");
        fold.feed(file(two(), 0)).pass(Duration.ofHours(1));
        assertThat(fold.emitted()).hasSize(3);
    }

    @Test
    void aNewGenerationWithTheSameTurnsRevisesNothing() {
        var fold =
                over(new StoredRows()).feed(file(two(), 0)).feed(file(two(), 1)).pass(Duration.ofHours(1));
        assertThat(emitted(fold)).containsExactly("s1:0 r0 human Read", "s1:1 r0 human Edit");
    }

    @Test
    void aNewGenerationKeepsTheSubagentsOfItsCalls() {
        var lines = Transcripts.session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Task", "t1"))
                .link(2, "t1", "a1");
        var fold =
                over(new StoredRows()).feed(file(lines.duration(3, 3_000), 0)).feed(file(lines, 1));
        assertThat(fold.pass(Duration.ofHours(1)).last())
                .flatExtracting(Turn::steps)
                .extracting(step -> step.result().subagent())
                .containsExactly("a1");
        assertThat(fold.emitted()).hasSize(1);
    }

    @Test
    void aLinkThatComesAfterANewGenerationStillMakesARevision() {
        var sub = Transcripts.session("s1").agent("a1").prompt(2, "x").assistant(3, "m2", use("Read", "r1"));
        var fold = over(new StoredRows());
        for (int generation : List.of(0, 1)) {
            fold.feed(FedFile.of("s1/subagents/agent-a1.jsonl", sub.bytes(), generation))
                    .pass(Duration.ofHours(1));
        }
        var lines = Transcripts.session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Task", "t1"))
                .link(2, "t1", "a1");
        fold.feed(file(lines, 0)).pass(Duration.ofHours(1));
        assertThat(fold.last())
                .extracting(turn -> turn.id().turnId(), turn -> turn.parent().parentTurnId())
                .containsExactly(tuple("s1:0", null), tuple("s1/a1:0", "s1:0"));
    }

    @Test
    void aNewGenerationOfAnExpiredTrailNeverGivesATurnIdAgain() {
        var fold = over(new StoredRows()).feed(file(two(), 0)).pass(Duration.ofDays(61));
        fold.feed(file(two(), 1)).pass(Duration.ofHours(1));
        var ids = fold.emitted().stream()
                .map(turn -> turn.id().turnId() + " r" + turn.revision())
                .toList();
        assertThat(ids).containsExactly("s1:0 r0", "s1:1 r0", "s1:2 r0", "s1:3 r0");
    }

    @Test
    void turnsThatAShorterGenerationLeftBehindItsEndAreNotGivenAgainAfterExpiry() {
        var fold = over(new StoredRows())
                .feed(file(two(), 0))
                .feed(file(Transcripts.session("s1").prompt(0, "one"), 1));
        fold.pass(Duration.ofDays(61)).feed(file(two(), 2)).pass(Duration.ofHours(1));
        var ids = fold.emitted().stream()
                .map(turn -> turn.id().turnId() + " r" + turn.revision())
                .toList();
        assertThat(ids).containsExactly("s1:0 r0", "s1:1 r0", "s1:2 r0", "s1:3 r0");
    }

    @Test
    void aSubagentOfASessionThatExpiredKeepsNoHalfOfItsParent() {
        var lines = Transcripts.session("s1")
                .prompt(0, "go")
                .assistant(1, "m1", use("Task", "t1"))
                .link(2, "t1", "a1");
        var sub = Transcripts.session("s1")
                .agent("a1")
                .prompt(2, "x")
                .assistant(3, "m2", use("Read", "r1"))
                .stop(4);
        var fold = over(new StoredRows()).feed(file(lines, 0)).pass(Duration.ofDays(59));
        var agent = FedFile.of("s1/subagents/agent-a1.jsonl", sub.bytes());
        fold.feed(agent).pass(Duration.ofDays(2));
        fold.feed(FedFile.of("s1/subagents/agent-a1.jsonl", sub.result(5, "r1").bytes()))
                .pass(Duration.ofHours(1));
        assertThat(fold.last())
                .extracting(
                        turn -> turn.id().turnId(),
                        turn -> turn.parent().parentTurnId(),
                        turn -> turn.parent().parentToolUseId())
                .contains(tuple("s1/a1:0", "s1:0", "t1"));
    }

    /** As many rows as they look at: those of a session's trails, once. */
    private static final class CountedRows implements Rows {
        private final MemoryRows rows = new MemoryRows();
        private int seen;

        @Override
        public <V> V get(RowKey<V> key) {
            return rows.get(key);
        }

        @Override
        public <V> void put(RowKey<V> key, V value) {
            rows.put(key, value);
        }

        @Override
        public void delete(RowKey<?> key) {
            rows.delete(key);
        }

        @Override
        public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
            rows.each(prefix, (key, value) -> {
                seen++;
                row.accept(key, value);
            });
        }

        @Override
        public void moveDeadline(TrailId trail, Instant from, Instant to) {
            rows.moveDeadline(trail, from, to);
        }
    }

    private static void readBy(int version, Fold fold, int files) {
        for (int i = 0; i < files; i++) {
            var lines = Transcripts.session("s1").agent("a" + i).assistant(i, "m1", use("Read", "t1"));
            lines = version == 1 ? lines.prompt(i, "and").assistant(i, "m2", use("Edit", "t2")) : lines;
            var file = FedFile.of("s1/subagents/agent-a" + i + ".jsonl", lines.bytes());
            for (int line = 0; line < file.parts().size(); line++) {
                var part = (Parsed.Accepted) file.parts().get(line);
                fold.line(file.file().id().readBy(version), part, file.events().get(line));
            }
        }
    }

    @Test
    void theTrailsOfASessionThatWereReadAgainAreSettledTogether() {
        int files = 300;
        var rows = new CountedRows();
        var fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);
        readBy(1, fold, files);
        fold.pass(Duration.ofHours(1));
        readBy(2, fold, files);
        rows.seen = 0;
        fold.pass(Duration.ofHours(1));
        assertThat(fold.outputs().stream().filter(Output.TurnWithdrawn.class::isInstance))
                .hasSize(files);
        assertThat(rows.seen).isLessThan(10 * files);
    }
}
