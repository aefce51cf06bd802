package footfall.turn;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.Transcripts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns that go on in another process than the one whose prompt closed them. */
class EarlierTurnsTest {
    private static final int KEPT = 8;

    private static List<String> shown(Transcripts lines) {
        return Fold.turns(lines).stream().map(ResolvedLinesTest::shown).toList();
    }

    private static Transcripts after(Transcripts lines, int parent) {
        return lines.with("parentUuid", "s1-u" + parent);
    }

    private static Transcripts begun() {
        return session("s1").prompt(0, "first").assistant(1, "m1", use("Bash", "t1"));
    }

    @Test
    void theEndOfTheEarlierTurnIsNotThatOfTheOpenOne() {
        var lines = begun().prompt(2, "second").assistant(3, "m2", use("Read", "t2"));
        after(lines.result(4, "t1"), 2);
        after(lines.endTurn(5, "m3").usage(7, 0), 5);
        after(lines.stop(6), 6);
        after(lines.duration(6, 600), 7);
        after(lines.result(8, "t2"), 4);
        after(lines.endTurn(9, "m4").usage(5, 0), 9);
        assertThat(shown(lines))
                .containsExactly(
                        "s1:0 [0 t1 ok] 1 stop_hook at 6, 7 tokens, 600 ms",
                        "s1:1 [0 t2 ok] 1 end_turn at 9, 5 tokens, 0 ms");
    }

    @Test
    void theEarlierTurnGoesOnWhileThePromptWaits() {
        var lines = begun().prompt(2, "second");
        after(lines.result(3, "t1"), 2);
        after(lines.assistant(4, "m2", use("Edit", "t2")), 4);
        after(lines.assistant(5, "m3", use("Read", "t3")), 3);
        after(lines.result(6, "t2"), 5);
        after(lines.endTurn(7, "m4").usage(7, 0), 7);
        assertThat(shown(lines))
                .containsExactly(
                        "s1:0 [0 t1 ok, 1 t2 ok] 2 end_turn at 7, 7 tokens, 0 ms",
                        "s1:1 [0 t3 pending] 1 idle at 5, 0 tokens, 0 ms");
    }

    @Test
    void aTurnThatEndedBeforeTheNextPromptIsNotKept() {
        var lines = begun().duration(2, 200).prompt(3, "second").assistant(4, "m2", use("Read", "t2"));
        after(lines.result(5, "t1"), 2);
        assertThat(shown(lines))
                .containsExactly(
                        "s1:0 [0 t1 pending] 1 turn_duration at 2, 0 tokens, 200 ms",
                        "s1:1 [0 t2 pending] 1 idle at 4, 0 tokens, 0 ms");
    }

    @Test
    void onlyTheLatestTurnsAreKept() {
        var lines = session("s1");
        for (int i = 0; i <= KEPT + 1; i++) {
            lines.prompt(i, "next").assistant(i, "m" + i, use("Bash", "t" + i));
        }
        lines.result(60, "t0").result(60, "t1");
        assertThat(shown(lines))
                .startsWith(
                        "s1:0 [0 t0 pending] 1 next_prompt at 0, 0 tokens, 0 ms",
                        "s1:1 [0 t1 ok] 1 next_prompt at 60, 0 tokens, 0 ms")
                .hasSize(KEPT + 2);
    }

    @Test
    void theOldestIsEmittedBeforeItsRowsAreDeleted() {
        var lines =
                begun().prompt(2, "next").assistant(2, "n", use("Bash", "n")).result(3, "t1");
        for (int i = 0; i < KEPT; i++) {
            lines.prompt(i + 4, "next").assistant(i + 4, "n" + i, use("Bash", "n" + i));
        }
        assertThat(shown(lines)).startsWith("s1:0 [0 t1 ok] 1 next_prompt at 3, 0 tokens, 0 ms");
    }

    @Test
    void itGetsTheProjectThatALaterLineNames() {
        var lines =
                begun().prompt(2, "next").assistant(3, "m2", use("Bash", "t2")).with("cwd", "/work/shop");
        var fold = Fold.starting(Defaults.TURNS, Transcripts.START).feed(lines);
        fold.pass(500);
        assertThat(fold.emitted()).extracting(turn -> turn.origin().project()).containsExactly(null, "shop");
        assertThat(Fold.turns(lines))
                .extracting(turn -> turn.origin().project())
                .containsOnly("shop");
    }

    @Test
    void itsRevisionIsEmittedOnceItsLinesPause() {
        var lines = begun().prompt(2, "second").assistant(3, "m2", use("Read", "t2"));
        var fold = Fold.starting(Defaults.TURNS, Transcripts.START).feed(lines);
        after(lines.result(4, "t1"), 2);
        after(lines.endTurn(5, "m3"), 5);
        fold.feed(lines);
        assertThat(fold.emitted()).hasSize(1);
        fold.pass(500);
        assertThat(fold.emitted())
                .extracting(ResolvedLinesTest::shown)
                .last()
                .isEqualTo("s1:0 [0 t1 ok] 1 end_turn at 5, 0 tokens, 0 ms");
        assertThat(fold.emitted()).hasSize(2);
    }
}
