package footfall.turn;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.SessionId;
import footfall.row.MemoryRows;
import footfall.row.RowBytes;
import footfall.testkit.CheckedRows;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KindTest {
    @Test
    void aSessionWithASubagentHasRowsOfEveryKindAndEachIsReadBackAsItWasWritten() {
        var rows = new CheckedRows();
        var fold = Fold.over(rows, Defaults.TURNS, Transcripts.START);
        var sub = Transcripts.session("s1")
                .agent("a1")
                .prompt(0, "x")
                .assistant(1, "m", use("Read", "r"))
                .prompt(2, "y");
        var lines =
                Transcripts.session("s1").prompt(0, "go").with("cwd", "/w/shop").with("version", "2.1.0");
        lines.assistant(1, "m1", use("Task", "t1"), use("Bash", "t2"))
                .usage(5, 6)
                .link(2, "t1", "a1");
        lines.failed(3, "t2", "bash: jq: command not found 😀").with("promptId", "p");
        fold.feed(
                FedFile.of("s1/subagents/agent-a1.jsonl", sub.assistant(3, "n").bytes()));
        fold.feed(FedFile.of("s1.jsonl", lines.bytes())).end();
        var sweep = new FoldRows.UserForgets.Sweep("ada", 2, "r1", new SessionId("s1"));
        FoldRows.put(rows, new FoldRows.UserForgets(2, List.of(sweep)));
        assertThat(FoldRows.userForgets(rows).sweeps()).containsExactly(sweep);
        FoldRows.putPriceList(rows, "prices");
        assertThat(FoldRows.priceList(rows)).isEqualTo("prices");
        FoldRows.repeated(rows, -7);
        FoldRows.repeated(rows, -7);
        assertThat(FoldRows.repeats(rows)).isEqualTo(Map.of(-7L, 2L));
        assertThat(rows.seen()).containsExactlyInAnyOrderElementsOf(FoldRows.KINDS);
    }

    /** Whoever may write can invent senders. */
    @Test
    void furtherSendersAreCountedTogether() {
        var stored = new MemoryRows();
        for (long sender = 1; sender <= 5_000; sender++) {
            FoldRows.repeated(stored, sender);
        }
        FoldRows.repeated(stored, 7);
        assertThat(FoldRows.repeats(stored))
                .hasSize(4_097)
                .containsEntry(7L, 2L)
                .containsEntry(FoldRows.OTHER_SENDERS, 5_000L - 4_096);
    }

    @Test
    void aRowOfAnotherVersionIsNamedInTheRefusal() {
        assertThatThrownBy(() -> FoldRows.STEP.value(new byte[] {4}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a step row has version 4, and this footfall reads only version " + RowBytes.VERSION);
    }
}
