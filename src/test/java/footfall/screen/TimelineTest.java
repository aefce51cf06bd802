package footfall.screen;

import static footfall.screen.Boards.parallel;
import static footfall.screen.Boards.running;
import static footfall.screen.Boards.step;
import static footfall.screen.Boards.text;
import static footfall.screen.Boards.turn;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.turn.Step;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimelineTest {
    @Test
    void callsMadeTogetherStandInOneBracketAndWhatFailedIsMarked() {
        var drawn = turn(
                "s1",
                List.of(
                        step(0, "Grep", 0, 1_000, Outcome.OK),
                        parallel(step(1, "Read", 2_000, 1_000, Outcome.OK)),
                        parallel(step(2, "翻訳", 2_000, 4_000, Outcome.ERROR)),
                        parallel(step(3, "Read", 7_000, 500, Outcome.OK)),
                        parallel(step(4, "Read", 7_000, 900, Outcome.REJECTED)),
                        running(step(5, "Task", 9_000, 0, Outcome.PENDING), "a7")),
                10_000);
        assertThat(text(Timeline.of(drawn, 60))).isEqualTo("""
        turn s1:1
          project shop, on box, after a human prompt
          2026-01-05T10:02:00Z, for 10 s, closed by stop_hook
          6 steps (long), 1 failed, opus, tokens: 1,000 in, 20 out,
            0 written to cache, 0 read from cache, $0.0150
          Grep → Read → 翻訳 → Read{2+} → Task

          #       AT     TOOK    TOOL  |---------- 10 s -----------|
          0    0.0 s    1.0 s    Grep  ███
        ┌ 1    2.0 s    1.0 s    Read       ████
        └ 2    2.0 s    4.0 s  ✗ 翻訳       ▒▒▒▒▒▒▒▒▒▒▒▒
             error  more
        ┌ 3    7.0 s    0.5 s    Read                     ███
        └ 4    7.0 s    0.9 s  ⊘ Read                     ▒▒▒▒
             rejected
          5    9.0 s        -  … Task                           ░
             ⤷ subagent a7

          ✗ failed   ⊘ rejected by the user   … no result yet
          ┌ │ └ parallel calls""");
    }

    @Test
    void whereThereIsNoRoomWholeColumnsAreLeftOut() {
        var drawn = turn(
                "4f2a91e0-aaaa-4bbb-8ccc-0123456789ab",
                List.of(
                        step(0, "mcp__web__search", 0, 1_000, Outcome.OK),
                        step(1, "Bash", 2_000, 4_000_000, Outcome.ERROR)),
                4_002_000);
        assertThat(text(Timeline.of(drawn, 43)).lines().skip(10))
                .containsExactly(
                        "",
                        "  #       AT     TOOK    TOOL  |- 1h 06m -|",
                        "  0    0.0 s    1.0 s    mcp…  █",
                        "  1    2.0 s   1h 06m  ✗ Bash  ▒▒▒▒▒▒▒▒▒▒▒▒",
                        "     error  more",
                        "",
                        "  ✗ failed");
        assertThat(text(Timeline.of(drawn, 40))).isEqualTo("""
        turn 4f2a91e0:1
          project shop, on box,
            after a human prompt
          2026-01-05T10:02:00Z, for 1h 06m,
            closed by stop_hook
          2 steps, 1 failed, opus,
            tokens: 1,000 in, 20 out,
            0 written to cache,
            0 read from cache, $0.0150
          mcp__web__search → Bash

          #       AT     TOOK    TOOL
          0    0.0 s    1.0 s    mcp__web__sear…
          1    2.0 s   1h 06m  ✗ Bash
             error  more

          ✗ failed""");
        assertThat(text(Timeline.of(drawn, 24)).lines().skip(15))
                .containsExactly(
                        "  #       AT    TOOL",
                        "  0    0.0 s    mcp__we…",
                        "  1    2.0 s  ✗ Bash",
                        "     error  more",
                        "",
                        "  ✗ failed");
    }

    @Test
    void aCallThatNeededApprovalSaysThatNobodyCouldBeAsked() {
        var denied = new Step.Result(Outcome.DENIED, Permission.NOBODY, null, null, null, null, null, 1, 1, null);
        var call = new Step(0, step(0, "Bash", 0, 10, Outcome.DENIED).use(), false, denied);
        assertThat(text(Timeline.of(turn("s1", List.of(call), 10), 60))).contains("denied (nobody could be asked)");
    }

    @Test
    void anOpenTurnSaysThatItIsOpen() {
        var drawn = turn("s1", List.of(), 10_000).stillOpen();
        assertThat(text(Timeline.of(drawn, 60))).contains("2026-01-05T10:02:00Z, last line after 10 s, still open\n");
    }

    @Test
    void everyLineFitsAtAnyWidthAndHostileNamesStayText() {
        var drawn = turn(
                "s\u001b[31m",
                List.of(
                        step(0, "\u001b]0;x\u0007" + "翻".repeat(90), 0, 10, Outcome.ERROR),
                        step(1, "Read", 5, 0, Outcome.OK)),
                0);
        IntStream.rangeClosed(Timeline.WIDTH_MIN, 200)
                .forEach(width -> assertThat(Timeline.of(drawn, width)).allSatisfy(line -> {
                    assertThat(line.columnLength()).isLessThanOrEqualTo(width);
                    assertThat(line.toString()).doesNotContain("\u001b").doesNotContain("\u0007");
                }));
    }

    @Test
    void anErrorIsItsFirstLineWithoutTagsAndWithoutWrittenLineBreaks() {
        assertThat(List.of(
                                "<tool_use_error>File does not exist.</tool_use_error>",
                                "Validation failed:\\n\\n[FORMAT] Code",
                                "\n <string>:26: bad\nmore")
                        .stream()
                        .map(error -> {
                            var failed = step(0, "Edit", 0, 10, Outcome.ERROR);
                            var lines = Timeline.of(turn("s1", List.of(Boards.failing(failed, error)), 10), 80);
                            return lines.get(9).toString().strip();
                        }))
                .containsExactly("error  File does not exist.", "error  Validation failed:", "error  <string>:26: bad");
    }
}
