package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What commands draw on a terminal of 40 columns, which breaks none of their lines. */
@Timeout(300)
class NarrowTerminalIT {
    @TempDir
    Path folder;

    @BeforeEach
    void writeASession() throws Exception {
        Assumptions.assumeTrue(Tmux.isThere(), "there is no tmux here: apt-get install tmux");
        Transcripts.of(folder.resolve(".claude"), "one", "2026-01-05")
                .turn("mcp__web__search", "Read", "Edit", "Read", "Bash", "Write")
                .write();
    }

    /** With a sign behind it that is all of its own. */
    private Tmux at40(String command) throws Exception {
        return at(40, command);
    }

    private Tmux at(int columns, String command) throws Exception {
        return Tmux.run(
                folder,
                columns,
                30,
                "export HOME=" + folder + " NO_COLOR=1; " + ChildJava.words() + " " + Main.class.getName() + " "
                        + command + "; echo END; sleep 600");
    }

    /** From the first line on: a progress bar, which a loaded machine gets to show, leaves nothing behind. */
    private static String shown(Tmux tmux) {
        return tmux.screenWith("END").stripTrailing();
    }

    @Test
    void aTimelineLosesItsBarsAndIsNotCut() throws Exception {
        try (var tmux = at40("turn one:0 --from")) {
            assertThat(shown(tmux)).isEqualTo("""
          turn one:0
            project shop, after a human prompt
            2026-01-05T00:00:00Z, for 13 s,
              closed by turn_duration
            6 steps (long),
              claude-sonnet-4-20250514,
              tokens: 6,000 in, 600 out,
              0 written to cache,
              0 read from cache, $0.0270
            mcp__web__search → Read → Edit → …

            please

            #       AT     TOOK    TOOL
            0    1.0 s    1.0 s    mcp__web__sear…
            1    3.0 s    1.0 s    Read
            2    5.0 s    1.0 s    Edit
            3    7.0 s    1.0 s    Read
            4    9.0 s    1.0 s    Bash
            5     11 s    1.0 s    Write
          END""");
        }
    }

    @Test
    void columnsOfATableAreHiddenAndItsChainIsCut() throws Exception {
        try (var tmux = at40("turns --from")) {
            assertThat(shown(tmux)).isEqualTo("""
          1 turn of 5 or more steps
          SESSION  TURN  LENGTH     COST
          one         0       6  $0.0270
              please
              mcp__web__search → Read → Edit → …
          … = cut to fit; --json prints all
          hidden to fit: STARTED, TOOK, PROJECT,
          BEGAN; --json prints all
          END""");
        }
    }

    @Test
    void turnsOfSubagentsSayTheirProjectOnATerminalOf80Columns() throws Exception {
        var session = "4f2a91c0-3c1d-4e5f-8a9b-0242ac120002";
        var agent = "a6aa8ad077d9ea083";
        var main = Transcripts.of(folder.resolve(".claude"), session, "2026-01-07")
                .turn("Read", "Edit", "Read", "Bash", "Write")
                .write();
        var files = Files.createDirectories(main.resolveSibling(session).resolve("subagents"));
        Files.writeString(
                files.resolve("agent-" + agent + ".jsonl"),
                Files.readString(main)
                        .replace("\"sessionId\"", "\"isSidechain\":true,\"agentId\":\"" + agent + "\",\"sessionId\"")
                        .replace("call-", "agent-call-")
                        .replace("u-", "agent-u-"));
        try (var tmux = at(80, "turns --from --since 2026-01-06")) {
            assertThat(shown(tmux)).isEqualTo("""
          2 turns of 5 or more steps
          SESSION         TURN  LENGTH  STARTED           TOOK     COST  PROJECT  BEGAN
          4f2a91c0/a6aa8     0       5  2026-01-07 00:00  11 s  $0.0225  shop     human
              please
              Read → Edit → Read → Bash → Write
          4f2a91c0           0       5  2026-01-07 00:00  11 s  $0.0225  shop     human
              please
              Read → Edit → Read → Bash → Write
          END""");
        }
    }

    @Test
    void aQuestionIsWrappedAndItsAnswerIsWritten() throws Exception {
        try (var tmux = at40("init --local --telemetry no")) {
            tmux.screenWith("[Y/n]");
            tmux.keys("Enter");
            assertThat(shown(tmux)).isEqualTo("""

          Claude Code can show steps, cost and
          loops of the present turn in its status
          line.
          ~/.claude/settings.json
            + "statusLine": {
            +   "type": "command",
            +   "command": "footfall statusline"
            + }
          Add this? [Y/n]

          wrote ~/.claude/settings.json
          next: footfall up
          END""");
            assertThat(folder.resolve(".claude/settings.json")).content().contains("\"footfall statusline\"");
        }
    }

    @Test
    void aLongLineIsCutOnBothSidesOfTheTextThatWasFound() throws Exception {
        var text = "a very long prompt that nobody reads \\u001b[31mneedle\\u202e 漢字漢字漢字漢字漢字";
        Transcripts.of(folder.resolve(".claude"), "two", "2026-01-06")
                .raw("{\"type\":\"user\",\"sessionId\":\"two\",\"timestamp\":\"2026-01-06T00:00:00Z\","
                        + "\"message\":{\"content\":\"" + text + "\"}}")
                .write();
        try (var tmux = at40("find needle")) {
            assertThat(shown(tmux)).isEqualTo("""
          TURN   WHEN              WHERE
          two:-  2026-01-06 00:00  prompt
              …31mneedle\\u202e 漢字漢字漢字漢字漢…
          … = cut to fit; --json prints all
          END""");
        }
    }
}
