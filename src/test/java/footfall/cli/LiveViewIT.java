package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The live view of {@code up} in a real terminal, as a person meets it. */
@Timeout(600)
class LiveViewIT {
    private static final String WIDE = "mcp__翻訳__go";
    private static final String HOSTILE = "x\\u001b[2J\\u001b]0;owned\\u0007";

    private static final Pattern OLD = Pattern.compile("old:0 +2 .* 2024-03-01 .* Read → Bash");

    @TempDir
    Path folder;

    private Path file;
    private int lines;

    @BeforeEach
    void writeASession() throws Exception {
        Assumptions.assumeTrue(Tmux.isThere(), "there is no tmux here: apt-get install tmux");
        file = folder.resolve("home/projects/-work-shop/feed0001-session.jsonl");
        Files.createDirectories(file.getParent());
        line("user", "\"cwd\":\"/work/shop\",\"message\":{\"role\":\"user\",\"content\":\"please\"}");
        call("Grep");
        call(WIDE);
        call(HOSTILE);
    }

    private void call(String tool) throws IOException {
        var id = "t" + lines;
        line("assistant", """
        "message":{"id":"m-%1$s","content":\
        [{"type":"tool_use","id":"%1$s","name":"%2$s","input":{}}]}""".formatted(id, tool));
        line("user", """
        "message":{"role":"user","content":\
        [{"type":"tool_result","tool_use_id":"%s","content":"ok"}]}""".formatted(id));
    }

    private void line(String type, String rest) throws IOException {
        var line = "{\"type\":\"" + type + "\",\"uuid\":\"u" + lines++ + "\",\"sessionId\":\"feed0001-session\","
                + "\"timestamp\":\"" + Instant.now() + "\"," + rest + "}\n";
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** The JVM's pid goes to the file {@code pid}; after it come its exit code and the terminal's settings. */
    private String up() {
        return "export HOME=" + folder + "; sh -c 'echo $$ > " + folder.resolve("pid") + "; exec "
                + ChildJava.words("-Dfile.encoding=UTF-8") + " " + Main.class.getName() + " up --home "
                + folder.resolve("home")
                + "'; echo EXIT=$?; stty -a; sleep 600";
    }

    @Test
    @LongSuite
    void turnsGrowOnTheScreenKeysWorkAndTheTerminalIsAsBeforeAfterwards() throws Exception {
        try (var tmux = Tmux.run(folder, 80, 24, up())) {
            var first = turnOf(tmux, 3);
            assertThat(first)
                    .contains("footfall up at http://127.0.0.1:")
                    .contains("1 open  0 closed  0 alerts")
                    .contains("1 file  ")
                    .contains(" q quit")
                    .contains("1b]0;owned\\u0007");
            tmux.screenWith("  please  "); // Transcripts are read beside the display.
            assertThat(first.lines()).hasSizeLessThanOrEqualTo(24);
            call("Bash");
            assertThat(turnOf(tmux, 4)).contains("→ Bash");
            tmux.resize(200, 40);
            tmux.screen(screen -> screen.contains("LAST LINE")
                    && screen.contains("Grep → " + WIDE + " → x\\u001b[2J\\u001b]0;owned\\u0007 → Bash"));
            tmux.keys("/", "z", "z");
            tmux.screen(screen -> screen.contains("filter: zz_") && screen.contains("No turn matches \"zz\""));
            tmux.keys("Escape");
            tmux.screen(screen -> screen.contains("feed0001:0") && screen.contains("q quit"));
            tmux.keys("p");
            tmux.screenWith("PAUSED");
            call("Edit");
            tmux.keys("p");
            tmux.screen(screen -> screen.contains("→ Edit") && !screen.contains("PAUSED"));
            tmux.keys("Enter");
            assertThat(tmux.screenWith("turn feed0001-session:0"))
                    .contains("project shop")
                    .contains("  TOOL")
                    .contains("█")
                    .contains(WIDE);
            tmux.keys("Escape");
            tmux.screenWith("OPEN TURN");
            tmux.keys("q");
            var after = tmux.screenWith("EXIT=0");
            assertThat(tmux.screenWith("icanon"))
                    .contains(" icanon")
                    .contains(" echo ")
                    .doesNotContain("OPEN TURN");
            assertThat(after).doesNotContain("PAUSED");
        }
    }

    @Test
    @LongSuite
    void theDashboardOpensInTheBrowserOrItsAddressIsShown() throws Exception {
        var opened = folder.resolve("opened");
        var program = Files.createDirectories(folder.resolve("programs")).resolve("xdg-open");
        Files.writeString(program, "#!/bin/sh\necho \"$@\" > " + opened + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        var desktop = "export DISPLAY=:0 PATH=" + program.getParent() + ":$PATH; ";
        try (var tmux = Tmux.run(folder, 80, 24, desktop + up())) {
            turnOf(tmux, 3);
            tmux.keys("o");
            tmux.screenWith(" opened; with prompts: http://127.0.0.1:");
            assertThat(Files.readString(opened)).matches("http://127\\.0\\.0\\.1:\\d+/\n");
            tmux.keys("q");
            tmux.screenWith("EXIT=0");
        }
        try (var tmux = Tmux.run(folder, 80, 24, "unset DISPLAY WAYLAND_DISPLAY; " + up())) {
            turnOf(tmux, 3);
            tmux.keys("?", "o");
            tmux.screenWith(" dashboard with prompts: http://127.0.0.1:");
            tmux.keys("?");
            tmux.screen(screen -> screen.contains("q quit") && !screen.contains("dashboard with"));
            tmux.keys("q");
            tmux.screenWith("EXIT=0"); // Else it writes while its folder is deleted.
        }
    }

    @Test
    @LongSuite
    void historyShowsItsOwnTimesAndItsTurnsOpenThoughTheStoresHaveDeletedThem() throws Exception {
        Transcripts.of(folder.resolve("home"), "old", "2024-03-01")
                .turn("Read", "Bash")
                .write();
        try (var tmux = Tmux.run(folder, 200, 30, "export NO_COLOR=1; " + up())) {
            tmux.screen(screen ->
                    OLD.matcher(screen).find() && screen.contains("feed0001:0") && screen.contains("0 turns/min"));
            assertThat(tmux.coded())
                    .doesNotContainPattern("\u001b\\[[0-9;]*[349][0-7]")
                    .contains("\u001b[7m");
            tmux.keys("End", "Enter");
            tmux.screen(screen -> screen.contains("turn old:0") && screen.contains("  1    3.0 s    1.0 s    Bash"));
            tmux.keys("Escape");
            tmux.screenWith("OPEN TURN");
            tmux.keys("?");
            tmux.screenWith("MARKS ON THE BOARD");
            tmux.keys("?");
            tmux.screenWith("OPEN TURN");
            tmux.keys("q");
            tmux.screenWith("EXIT=0");
        }
    }

    @Test
    @LongSuite
    void aStopBySignalLeavesTheTerminalWholeAndTheNextStartHasTheSameOpenTurns() throws Exception {
        String before;
        try (var tmux = Tmux.run(folder, 80, 24, up())) {
            turnOf(tmux, 3);
            before = row(tmux.screenWith("please")); // How it began is read from the transcript, a little later.
            pid().destroy();
            tmux.screenWith("EXIT=143");
            assertThat(tmux.screenWith("icanon")).contains(" icanon").contains(" echo ");
        }
        try (var again = Tmux.run(folder, 80, 24, up())) {
            again.screen(screen -> screen.contains("feed0001:0") && row(screen).equals(before));
            again.keys("C-c");
            again.screenWith("EXIT=0");
            assertThat(again.screenWith("icanon")).contains(" icanon").contains(" echo ");
        }
    }

    @Test
    @LongSuite
    void afterAnEarlyKillNoScreenSaysThatNoTurnIsOpenBeforeThatIsKnown() throws Exception {
        try (var tmux = Tmux.run(folder, 80, 24, up())) {
            var lines = Pattern.compile("file +[1-9]\\d* lines? "); // Several may come at once.
            tmux.screen(screen -> lines.matcher(screen).find());
            pid().destroyForcibly();
            tmux.screenWith("EXIT=137");
        }
        var seen = new ArrayList<String>();
        try (var again = Tmux.run(folder, 80, 24, up())) {
            again.screen(screen -> seen.add(screen) && screen.contains("feed0001:0"));
            assertThat(seen)
                    .noneMatch(screen -> screen.contains("No turn is open")
                            || screen.contains("waiting for the next prompt")
                            || screen.contains("No transcripts yet"));
            again.keys("q");
            again.screenWith("EXIT=0");
        }
    }

    private ProcessHandle pid() throws IOException {
        return ProcessHandle.of(
                        Long.parseLong(Files.readString(folder.resolve("pid")).strip()))
                .orElseThrow();
    }

    /** The screen once the turn has so many steps on it. */
    private static String turnOf(Tmux tmux, int steps) {
        var row = Pattern.compile("feed0001:0 +" + steps + " ");
        return tmux.screen(screen -> row.matcher(screen).find());
    }

    /** The turn's row without how long it has been open. */
    private static String row(String screen) {
        return screen.lines()
                .filter(line -> line.contains("feed0001:0"))
                .findFirst()
                .orElseThrow()
                .replaceAll("\\d+ s|\\dm \\d\\ds", "")
                .replaceAll(" +", " ");
    }
}
