package footfall.screen;

import static footfall.screen.Boards.NOW;
import static footfall.screen.Boards.alert;
import static footfall.screen.Boards.board;
import static footfall.screen.Boards.open;
import static footfall.screen.Boards.step;
import static footfall.screen.Boards.text;
import static footfall.screen.Boards.turn;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.Outcome;
import footfall.screen.Page.ScreenSize;
import footfall.view.OpenTurns;
import footfall.view.Readiness;
import footfall.view.Readiness.Progress;
import footfall.view.Shipped;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LiveScreenTest {
    static final Board BUSY = board(
            List.of(
                    open("4f2a91e0-aaaa", 7, "Grep", "Read", "Read", "Edit", "Bash", "Read", "Edit"),
                    open("9c01", 1, "翻訳翻訳翻訳")),
            List.of(turn(
                    "77aa",
                    List.of(step(0, "Read", 0, 500, Outcome.OK), step(1, "Bash", 900, 100, Outcome.ERROR)),
                    1_500)),
            List.of(alert("4f2a91e0-aaaa")));

    private static final String HOSTILE = "\u001b[2J\u001b]0;owned\u0007\u202Eevil\r\n\t";

    @Test
    void aBoardAtEightyColumns() {
        assertThat(text(LiveScreen.of(BUSY, ViewState.FIRST, new ScreenSize(80, 14), NOW)))
                .isEqualTo("""
        footfall up on 127.0.0.1:19092                         2 open  1 closed  1 alert
        3 files  120 lines  lag 7  (partition 1: 7)  6 lines/s  2 turns/min
        ────────────────────────────────────────────────────────────────────────────────
        OPEN TURN         STEPS        FOR  PROJECT    TRAIL SO FAR
        ▸ 4f2a91e0:0          7 !   1m 02s  shop       … → Edit → Bash → Read → Edit
          9c01:0              1     1m 02s  shop       翻訳翻訳翻訳
        ALERTS
          10:02:00 raised   !   4f2a91e0:0 6 steps, over 5  shop  Read{2+}
        CLOSED            STEPS       TOOK  PROJECT    TRAIL
          77aa:1              2      1.5 s  shop       Read → Bash  1 failed



         ↑↓ choose  enter timeline  / filter  p pause  o browser  ? help  q quit""");
    }

    /** Beside half of its trail, where there is room. */
    @Test
    void aTurnWhoseTranscriptIsHereShowsHowItBegan() {
        var board = Boards.with(BUSY, Map.of("4f2a91e0-aaaa:0", "mend the till\u001b[2J of the shop", "77aa:1", ""));
        assertThat(text(LiveScreen.of(board, ViewState.FIRST, new ScreenSize(80, 11), NOW)
                        .subList(3, 9)))
                .isEqualTo("""
        OPEN TURN         STEPS        FOR  PROJECT    PROMPT          TRAIL SO FAR
        ▸ 4f2a91e0:0          7 !   1m 02s  shop       mend the till…  … → Read → Edit
          9c01:0              1     1m 02s  shop                       翻訳翻訳翻訳
        ALERTS
          10:02:00 raised   !   4f2a91e0:0 6 steps, over 5  shop  Read{2+}
        CLOSED            STEPS       TOOK  PROJECT    PROMPT          TRAIL""");
        assertThat(text(LiveScreen.of(board, ViewState.FIRST, new ScreenSize(60, 11), NOW)))
                .doesNotContain("mend", "PROMPT");
        var none = Boards.with(BUSY, Map.of("77aa:1", ""));
        assertThat(text(LiveScreen.of(none, ViewState.FIRST, new ScreenSize(80, 11), NOW)))
                .isEqualTo(text(LiveScreen.of(BUSY, ViewState.FIRST, new ScreenSize(80, 11), NOW)));
    }

    /** A link that is cut would not open anything. */
    @Test
    void aNoteIsWrappedWhereItIsWiderThanTheScreen() {
        var lines = LiveScreen.of(BUSY, ViewState.FIRST, new ScreenSize(20, 11), NOW);
        var noted = LiveScreen.noted(lines, "open http://127.0.0.1:4304/#token", new ScreenSize(20, 11));
        assertThat(noted).hasSameSizeAs(lines);
        assertThat(text(noted.subList(8, 11))).isEqualTo(" open\n http://127.0.0.1:43\n 04/#token");
        assertThat(noted.subList(0, 8)).isEqualTo(lines.subList(0, 8));
    }

    @Test
    void aNoticeStandsWhereItIsSeenAndLosesWholePiecesButTheFirst() {
        var board = board(List.of(), List.of(), List.of());
        var notice = List.of("the demo has ended", "to follow this machine's agents: footfall up");
        var over = Boards.with(board, board.readiness(), notice);
        assertThat(List.of(80, 60, 40, 20).stream()
                        .map(columns -> LiveScreen.of(over, ViewState.FIRST, new ScreenSize(columns, 9), NOW)
                                .get(2)
                                .toString()))
                .containsExactly(
                        "the demo has ended  to follow this machine's agents: footfall up " + "─".repeat(15),
                        "the demo has ended " + "─".repeat(41),
                        "the demo has ended " + "─".repeat(21),
                        "the demo has ended " + "─".repeat(1));
        var lost = Boards.with(board, board.readiness(), List.of("the connection to http://127.0.0.1:19080 is lost"));
        assertThat(LiveScreen.of(lost, ViewState.FIRST, new ScreenSize(30, 9), NOW)
                        .get(2)
                        .toString())
                .isEqualTo("the connection to http://127.…");
    }

    @Test
    void anAlertOfAnyKindSaysWhatIsWrongInItsOwnUnit() {
        var alerts = List.of(
                alert("s1", Alert.Kind.DURATION, 2_460_000, 2_400_000),
                alert("s1", Alert.Kind.ERROR_STREAK, 5, 5),
                alert("s1", Alert.Kind.REPEAT_LOOP, 4, 4),
                alert(null, Alert.Kind.OUTAGE, 10, 10));
        var screen =
                text(LiveScreen.of(board(List.of(), List.of(), alerts), ViewState.FIRST, new ScreenSize(100, 30), NOW));
        assertThat(screen.lines().filter(line -> line.contains("raised")))
                .containsExactly(
                        "▸ 10:02:00 raised   !   s1:0 open for 41m 00s, limit 40m 00s  shop  Read{2+}",
                        "  10:02:00 raised   !   s1:0 5 failed calls in a row, limit 5  shop  Read{2+}",
                        "  10:02:00 raised   !   s1:0 a loop of 4 rounds, limit 4  shop  Read{2+}",
                        "  10:02:00 raised   !   mcp:web 10 failures in all sessions, limit 10");
        var start = "2026-01-05T10:02:00.000Z  raised   ";
        assertThat(alerts.stream().map(alert -> ChangeLine.of(alert, NOW)))
                .containsExactly(
                        start + "s1:0  shop  duration level 1, open for 41m 00s, limit 40m 00s  Read{2+}",
                        start + "s1:0  shop  error-streak level 1, 5 failed calls in a row, limit 5  Read{2+}",
                        start + "s1:0  shop  repeat-loop level 1, a loop of 4 rounds, limit 4  Read{2+}",
                        start + "mcp:web  -  outage level 1, 10 failures in all sessions, limit 10");
    }

    @Test
    void aWideScreenSaysMore() {
        assertThat(text(LiveScreen.of(BUSY, ViewState.FIRST, new ScreenSize(200, 11), NOW))
                        .lines()
                        .toList())
                .element(4)
                .asString()
                .isEqualTo("▸ 4f2a91e0:0                7 !   1m 02s  shop                 4 s" + " ".repeat(27)
                        + "1.2M/940         -  Grep → Read{2+} → Edit → Bash → Read → Edit");
    }

    @Test
    void aNarrowScreenLeavesOutWholeThingsTheLeastImportantFirst() {
        var paused = ViewState.FIRST.pressed(KeyPress.of('p'), BUSY);
        assertThat(text(LiveScreen.of(BUSY, paused, new ScreenSize(40, 11), NOW)))
                .isEqualTo("""
        PAUSED  2 open  1 closed  1 alert
        3 files  120 lines  lag 7  2 turns/min
        ────────────────────────────────────────
        OPEN TURN    STEPS        FOR  TRAIL
        ▸ 4f2a91e0:0     7 !   1m 02s  … → Edit
          9c01:0         1     1m 02s  …翻訳翻訳
        ALERTS
          10:02:00 raised   !   4f2a91e0:0 6 st…
        CLOSED       STEPS       TOOK  TRAIL
          77aa:1         2      1.5 s  Read … ✗1
         enter timeline  ? help  q quit""");
    }

    @Test
    void noWordIsCutInTheLinesThatSayWhatRunsAndWhichKeysThereAre() {
        var typing = ViewState.FIRST.pressed(KeyPress.of('/'), BUSY).pressed(KeyPress.of('G'), BUSY);
        var steps = IntStream.range(0, 40)
                .mapToObj(i -> step(i, "Read", i * 100, 90, Outcome.OK))
                .toList();
        var words = new ArrayList<String>();
        for (int columns = 1; columns <= 210; columns++) {
            var size = new ScreenSize(columns, 9);
            for (var look : List.of(ViewState.FIRST, typing)) {
                var lines = LiveScreen.of(BUSY, look, size, NOW);
                words.addAll(List.of(
                        text(List.of(lines.get(0), lines.get(1), lines.get(8))).split("\\s+")));
            }
            var page =
                    Page.opened(BUSY, ViewState.FIRST, Optional.of(turn("s1", steps, 4_000)), Optional.empty(), size);
            words.addAll(List.of(text(List.of(page.on(size, 0).get(8))).split("\\s+")));
        }
        assertThat(words.stream().distinct().filter(word -> word.contains("…")).toList())
                .isEmpty();
        assertThat(words).contains("quit", "filter:", "G_", "clears", "lag", "esc", "scroll");
    }

    @Test
    void whatAnEmptyBoardSaysGoesOnBelowWhereTheScreenIsNarrow() {
        var empty = Boards.with(board(List.of(), List.of(), List.of()), Readiness.CURRENT);
        assertThat(text(LiveScreen.of(empty, ViewState.FIRST, new ScreenSize(40, 8), NOW))
                        .lines()
                        .skip(4)
                        .toList())
                .containsExactly(
                        "  No turn is open. Waiting for the next", "  prompt.", "", " enter timeline  ? help  q quit");
    }

    @Test
    void everyLineFitsTheScreenWhateverIsOnIt() {
        IntStream.rangeClosed(1, 210)
                .forEach(columns -> IntStream.of(1, 4, 9, 24).forEach(rows -> {
                    var size = new ScreenSize(columns, rows);
                    var lines = LiveScreen.of(BUSY, ViewState.FIRST, size, NOW);
                    assertThat(lines)
                            .hasSize(size.rows())
                            .allSatisfy(line -> assertThat(line.columnLength()).isLessThanOrEqualTo(size.columns()));
                }));
    }

    @Property(tries = 200)
    void whateverStrangersWroteStaysTextOfOneLine(
            @ForAll String tool, @ForAll @IntRange(min = 20, max = 200) int columns) {
        var hostile = board(
                List.of(open("s1", 3, tool, HOSTILE)),
                List.of(turn(tool, List.of(step(0, tool, 0, 1, Outcome.ERROR)), 5)),
                List.of(alert(tool)));
        var lines = LiveScreen.of(hostile, ViewState.FIRST, new ScreenSize(columns, 24), NOW);
        assertThat(lines).hasSize(24).allSatisfy(line -> {
            assertThat(line.columnLength()).isLessThanOrEqualTo(columns);
            assertThat(line.toString().codePoints())
                    .noneMatch(
                            c -> Character.getType(c) == Character.CONTROL || Character.getType(c) == Character.FORMAT);
        });
    }

    @Test
    void escapeSequencesAreShownAsTheyWereWritten() {
        var hostile = board(List.of(open("s1", 1, "\u001b[2Jx")), List.of(), List.of());
        assertThat(text(LiveScreen.of(hostile, ViewState.FIRST, new ScreenSize(80, 6), NOW)))
                .contains("\\u001b[2Jx");
    }

    @Test
    void anOpenTurnSaysWhatItsLastCallIsAboutBehindItsTrailWhereThereIsRoom() {
        var board = board(List.of(open("s1", 3, "Read", "Bash"), open("s2", 1, "Edit")), List.of(), List.of());
        var calling = Boards.calling(board, Map.of("s1:0", "mvn -q test -Dtest=\u001b[2JCheckout"));
        assertThat(text(LiveScreen.of(calling, ViewState.FIRST, new ScreenSize(200, 9), NOW)))
                .contains("Read → Bash  mvn -q test -Dtest=\\u001b[2J");
        assertThat(text(LiveScreen.of(calling, ViewState.FIRST, new ScreenSize(120, 9), NOW)))
                .contains("Read → Bash  mvn -q test -Dtest…");
        assertThat(text(LiveScreen.of(calling, ViewState.FIRST, new ScreenSize(40, 9), NOW)))
                .doesNotContain("mvn");
        assertThat(text(LiveScreen.of(board, ViewState.FIRST, new ScreenSize(120, 9), NOW)))
                .doesNotContain("mvn");
    }

    @Test
    void anEmptyBoardSaysWhereTranscriptsAreLookedFor() {
        var none = new Board(
                "up",
                ZoneOffset.UTC,
                true,
                OpenTurns.NONE,
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                Board.Counts.NONE,
                List.of(),
                Readiness.CURRENT,
                new Shipped(true, 0, 0, 0, 0, 0, List.of("/x: permission denied"), List.of("/home/ann/.claude")),
                List.of());
        assertThat(text(LiveScreen.of(none, ViewState.FIRST, new ScreenSize(80, 12), NOW)))
                .contains("No transcripts found in:\n    /home/ann/.claude\n")
                .contains("/x: permission denied");
    }

    @Test
    void whatIsNotCaughtUpSaysSoInsteadOfThatNoTurnIsOpen() {
        var empty = board(List.of(), List.of(), List.of());
        var said = new ArrayList<String>();
        for (var readiness : List.of(
                Readiness.ofSome(List.of(new Progress(0, 9, 0))),
                new Readiness(Readiness.State.RESTORING, 1_204),
                Readiness.of(List.of(new Progress(0, 0, 0), new Progress(1, 0, Progress.UNKNOWN))),
                Readiness.ofSome(List.of(new Progress(0, 0, 1), new Progress(1, 0, Progress.UNKNOWN))),
                Readiness.of(List.of(new Progress(0, 9, 0))))) {
            var waiting = LiveScreen.of(Boards.with(empty, readiness), ViewState.FIRST, new ScreenSize(80, 9), NOW);
            var behind = Boards.with(BUSY, readiness);
            var none = new Board(
                    "up",
                    ZoneOffset.UTC,
                    true,
                    OpenTurns.NONE,
                    behind.closed(),
                    List.of(),
                    Map.of(),
                    Map.of(),
                    behind.counts(),
                    behind.progress(),
                    readiness,
                    behind.shipped(),
                    List.of());
            said.add(text(waiting.subList(1, 2)) + " | " + text(waiting.subList(4, 5)) + " | "
                    + text(LiveScreen.of(none, ViewState.FIRST, new ScreenSize(80, 9), NOW)
                            .subList(3, 4)));
        }
        var rest = "  (partition 1: 7)  6 lines/s  2 turns/min | ";
        assertThat(said)
                .containsExactly(
                        "3 files  120 lines  starting" + rest + "  Starting ... | OPEN TURNS  unknown yet; starting",
                        "3 files  120 lines  restoring 1,204" + rest + "  Restoring state, 1,204 records left ... | "
                                + "OPEN TURNS  unknown yet; restoring state, 1,204 records left",
                        "3 files  120 lines  lag -" + rest + "  Catching up ... | OPEN TURNS  unknown yet; catching up",
                        "3 files  120 lines  lag 1" + rest + "  Catching up, 1 line left ... | "
                                + "OPEN TURNS  unknown yet; catching up, 1 line left",
                        "3 files  120 lines  lag 0" + rest + "  No turn is open. Waiting for the next prompt. | "
                                + "OPEN TURNS  none; waiting for the next prompt");
    }

    @Test
    void moreTurnsThanRowsAreCounted() {
        var many = board(
                IntStream.range(0, 50)
                        .mapToObj(i -> open("s" + i, 50 - i, "Read"))
                        .toList(),
                List.of(),
                List.of());
        assertThat(text(LiveScreen.of(many, ViewState.FIRST, new ScreenSize(80, 12), NOW)))
                .contains("  and 44 more");
    }
}
