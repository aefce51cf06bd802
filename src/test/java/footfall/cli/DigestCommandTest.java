package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A week against the one before it: what was worn, what changed, what remedies did. */
class DigestCommandTest {
    private static final long DAY = 86_400;
    private static final int SESSIONS_A_DAY = 4;

    @TempDir
    Path folder;

    /** In the first week a command is missing in each session; in the second one an edit fails instead. */
    @BeforeEach
    void twoWeeks() throws IOException {
        var project = Files.createDirectories(folder.resolve("home/projects/-w"));
        for (int i = 0; i < 14 * SESSIONS_A_DAY; i++) {
            long at = i / SESSIONS_A_DAY * DAY + i % SESSIONS_A_DAY * 60;
            var lines = Transcripts.session("s" + i).prompt(at, "go").with("cwd", "/w/shop");
            if (i < 7 * SESSIONS_A_DAY) {
                lines.assistant(at + 1, "m", bash("jq . a.json"))
                        .usage(1_000, 50_000)
                        .failed(at + 3, "t", "Exit code 127\n/bin/bash: line 1: jq: command not found");
            } else {
                lines.assistant(at + 1, "m", use("Edit", "t"))
                        .failed(at + 3, "t", "<tool_use_error>String to replace not found in file.</tool_use_error>");
            }
            if (i == 0) {
                lines.assistant(at + 3, "o", use("mcp__db__query", "u")).failed(at + 3, "u", "no such table");
            }
            lines.endTurn(at + 4, "n").usage(10_000, 20_000);
            Files.write(project.resolve("s" + i + ".jsonl"), lines.bytes());
        }
        var data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(data.resolve("remedies.jsonl"), """
                {"at":"2026-01-12T09:00:00Z","id":"env-need:jq","file":"/w/shop/CLAUDE.md"}
                {"at":"2026-01-13T09:00:00Z","id":"timeout:Bash","file":"/w/shop/CLAUDE.md"}
                not a line
                """);
    }

    private static Object bash(String command) {
        return bash(command, "t");
    }

    private static Object bash(String command, String id) {
        var use = use("Bash", id);
        use.put("input", Map.of("command", command));
        return use;
    }

    private Terminal.Ran digest(String... more) {
        return digest(new Terminal(folder), more);
    }

    private Terminal.Ran digest(Terminal terminal, String... more) {
        var words = new ArrayList<>(List.of(
                "digest",
                "--from",
                folder.resolve("home").toString(),
                "--set",
                "data_dir=" + folder.resolve("data"),
                "--no-cache"));
        words.addAll(List.of(more));
        return terminal.run(words.toArray(String[]::new));
    }

    @Test
    void whatHasNoPriceIsNamedInBothWeeksAndEachCostThatLacksItSaysSo() throws IOException {
        var lines = Transcripts.session("dear").prompt(60, "go").with("cwd", "/w/shop");
        lines.assistant(61, "x", bash("ls"))
                .inMessage("model", "nobody-knows")
                .usage(1_500, 500)
                .result(62, "t");
        Files.write(
                folder.resolve("home/projects/-w/dear.jsonl"),
                lines.endTurn(63, "n").bytes());
        assertThat(digest("--since", "2026-01-12T00:00:00Z", "--until", "2026-01-19T00:00:00Z")
                        .out())
                .contains(
                        "before: 29 turns, 30 steps, $30.32+\n",
                        "tokens without a price: none; before: nobody-knows 2.0k\n",
                        "project shop: $30.32+ → $9.24, $21.08 less\n");
    }

    @Test
    void aWeekIsComparedWithTheOneBeforeIt() {
        assertThat(digest("--since", "2026-01-12T00:00:00Z", "--until", "2026-01-19T00:00:00Z"))
                .isEqualTo(new Terminal.Ran(0, """
                12 Jan 2026 to 18 Jan 2026

                Used
                  28 turns, 28 steps, $9.24 at list prices; before: 28 turns, 29 steps, $30.32
                  failed calls $0, repeats $0 (without waiting for something)
                  28 steps in turns that changed nothing

                What changed the cost (parts that overlap)
                  a turn cost $1.08, now $0.33; as many turns
                  model claude-sonnet-4-5-20250929: $30.32 → $9.24, $21.08 less
                  project shop: $30.32 → $9.24, $21.08 less
                  session s0: $1.08 → $0, $1.08 less
                  session s1: $1.08 → $0, $1.08 less
                  pattern Bash: $29.24 → $0, $29.24 less
                  pattern Edit: none before → $9.24, $9.24 more

                Worn most
                  Edit does not find the text to replace: 28 times, 56 s, $0

                Worse than before
                  Edit does not find the text to replace: new, 0.0 → 100.0 per 100 turns

                Better than before
                  jq is not installed where agents call it: gone, 100.0 → 0.0 per 100 turns

                Remedies
                  13 Jan 2026, timeout:Bash: too few to tell, 0 before and 0 since
                  12 Jan 2026, jq is not installed where agents call it: gone, 100.0 → 0.0 per 100 turns

                Fails most
                  Edit: 28 of 28 calls
                """, ""));
    }

    /** In each week, six commands that the other one does not need are missing in turns of six projects and models. */
    private void manyChanges() throws IOException {
        for (int i = 0; i < 14 * SESSIONS_A_DAY; i++) {
            long at = i / SESSIONS_A_DAY * DAY + 1_800 + i % SESSIONS_A_DAY * 60;
            var week = i < 7 * SESSIONS_A_DAY ? "old" : "new";
            var lines = Transcripts.session("busy" + i).prompt(at, "go").with("cwd", "/w/project-of-the-team-" + i % 6);
            for (int call = 0; call < 6; call++) {
                var command = week + (char) ('a' + call);
                lines.assistant(at + 1, "m" + call, bash(command + " .", "t" + call))
                        .inMessage("model", i % 2 == 0 ? "claude-opus-4-5-20251101" : "claude-haiku-4-5-20251001")
                        .usage(1_000 * i, 5_000)
                        .failed(
                                at + 3,
                                "t" + call,
                                "Exit code 127\n/bin/bash: line 1: " + command + ": command not found");
            }
            Files.write(
                    folder.resolve("home/projects/-w/busy" + i + ".jsonl"),
                    lines.endTurn(at + 4, "n").usage(10, 20).bytes());
        }
    }

    @Test
    void daysThatAreNotWholeAreSaid() {
        var title = List.of("--since", "2026-01-12", "--until", "2026-01-19T13:00:00Z")
                .toArray(String[]::new);
        assertThat(digest(title).out()).startsWith("12 Jan 2026 to 19 Jan 2026 (the last day in part)\n");
        assertThat(digest(new Terminal(folder).in(ZoneId.of("Asia/Kolkata"))).out())
                .startsWith("3 Jan 2026 to 10 Jan 2026 (the first and the last day in part)\n");
        assertThat(digest().out()).startsWith("3 Jan 2026 to 9 Jan 2026\n");
    }

    @Test
    void onATerminalItFitsFortyLines() throws IOException {
        manyChanges();
        var week = List.of("--since", "2026-01-12", "--until", "2026-01-19").toArray(String[]::new);
        assertThat(digest(new Terminal(folder), week).out().lines()).hasSizeGreaterThan(40);
        assertThat(digest(new Terminal(folder).reading(), week).out().lines())
                .hasSizeBetween(30, 40)
                .contains("What changed the cost (parts that overlap)", "Worn most", "Worse than before")
                .contains("Better than before", "Remedies", "Fails most");
    }

    @Test
    void turnsWithoutToolsAreNamedInWords() throws IOException {
        for (int week = 0; week < 2; week++) {
            var lines = Transcripts.session("talk" + week).prompt(week * 7 * DAY + 3_600, "why?");
            lines.endTurn(week * 7 * DAY + 3_601, "n").usage(1_000 * (week + 1), 100);
            Files.write(folder.resolve("home/projects/-w/talk" + week + ".jsonl"), lines.bytes());
        }
        Files.list(folder.resolve("home/projects/-w"))
                .filter(file -> file.getFileName().toString().startsWith("s"))
                .forEach(file -> file.toFile().delete());
        assertThat(digest("--since", "2026-01-12", "--until", "2026-01-19").out())
                .contains("  pattern without tools: $0.0045 → $0.0075, $0.0030 more\n");
    }

    @Test
    void whatCameOfItIsSaid() throws IOException {
        var project = Files.createDirectories(folder.resolve("other/projects/-w-shop"));
        Files.copy(Path.of("src/test/stories/what-came-of-it/transcript.jsonl"), project.resolve("s1.jsonl"));
        var home = folder.resolve("other").toString();
        assertThat(digest("--since", "2026-01-05", "--until", "2026-01-12", "--from", home)
                        .out())
                .contains("  1 commit, 1 push, 2 changed files, 7 lines added, 3 lines removed; a commit cost $30.32; "
                        + "30 steps in turns that changed nothing\n");
    }

    @Test
    void namesMeanNothingToMarkdown() {
        assertThat(digest("--since", "2026-01-05", "--until", "2026-01-12", "--markdown"))
                .isEqualTo(new Terminal.Ran(0, """
                ## footfall: 5 Jan 2026 to 11 Jan 2026

                ### Used

                * 28 turns, 29 steps, $30.32 at list prices; before: 0 turns, 0 steps, $0
                * failed calls $21.08, repeats $0 (without waiting for something)
                * 29 steps in turns that changed nothing

                ### Worn most

                * jq is not installed where agents call it: 28 times, 56 s, $21.08

                ### Fails most

                * Bash: 28 of 28 calls
                * mcp\\_\\_db\\_\\_query: 1 of 1 call
                """, ""));
    }

    @Test
    void withoutTurnsItSaysSo() {
        assertThat(digest("--since", "2026-03-05", "--until", "2026-03-12")).isEqualTo(new Terminal.Ran(0, """
                        5 Mar 2026 to 11 Mar 2026

                        No turns
                          the newest turn began 2026-01-18 10:03: --since 2026-01-18
                        """, ""));
    }

    @Test
    void asJsonItIsOneObject() throws IOException {
        var ran = digest("--since", "2026-01-12", "--until", "2026-01-19", "--json");
        var json = Json.MAPPER.readTree(ran.out());
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "since",
                        "until",
                        "used",
                        "before",
                        "cost_changes",
                        "worn",
                        "worse",
                        "better",
                        "remedies",
                        "questions",
                        "waited_ms",
                        "failing",
                        "late_shippers");
        assertThat(json.at("/remedies/1/change/trend").asText()).isEqualTo("gone");
    }

    @Test
    void whatContradictsIsRefused() {
        assertThat(digest("--json", "--markdown").err()).startsWith("footfall: --json contradicts --markdown\n");
        assertThat(digest("--since", "2026-01-12", "--until", "2026-01-05").err())
                .startsWith("footfall: --since is not before --until\n");
        assertThat(digest("--week", "--until", "2026-01-05").err())
                .startsWith("footfall: --week cannot be combined with --since or --until\n");
    }

    @Test
    void theLastSevenDaysAreAWeekAlsoByTheirName() throws Exception {
        assertThat(digest("--week").out()).isEqualTo(digest().out()).contains(" to ");
    }
}
