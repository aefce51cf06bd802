package footfall.cli;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code footfall usage} over two sessions; lines start on 2026-01-05 at 10:00 UTC. */
class UsageCommandTest {
    private static final String NO_CHANGES = "\"changes\":{\"commits\":0,\"pushes\":0,\"pull_requests\":0,"
            + "\"lines_added\":0,\"lines_removed\":0,\"files\":0},\"unchanged_steps\":0,\"waited_ms\":0,"
            + "\"replies\":0,\"reply_ms\":0,";

    private static final long HOUR = 3_600;

    @TempDir
    Path folder;

    @BeforeEach
    void writeSessions() throws IOException {
        write("-w-shop", "aaaaaa11", 0, "shop");
        write("-w-till", "bbbbbb22", 20 * HOUR, "till");
    }

    private void write(String project, String session, long at, String name) throws IOException {
        var lines = Transcripts.session(session);
        lines.prompt(at, "go " + name).with("cwd", "/w/" + name);
        lines.assistant(at + 1, session + "1").usage(1_000, 100);
        lines.assistant(at + HOUR, session + "2").usage(10, 1).inMessage("model", "new-1");
        lines.duration(at + HOUR, 1);
        var file = folder.resolve(".claude/projects/" + project + "/" + session + ".jsonl");
        Files.createDirectories(file.getParent());
        Files.write(file, lines.bytes());
    }

    private Terminal.Ran run(String... arguments) {
        return new Terminal(folder).run(arguments);
    }

    @Test
    void aRowForEachDayAndATotal() {
        assertThat(run("usage", "--from", "--timezone", "UTC")).isEqualTo(new Terminal.Ran(0, """
        DAY         TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
        2026-01-05      1   1.0k     101            0           0    1.1k  $0.0045+
        2026-01-06      1   1.0k     101            0           0    1.1k  $0.0045+
        total           2   2.0k     202            0           0    2.2k  $0.0090+
        """, """
        footfall: no price for new-1 (22 tokens)
        footfall: add one as [prices."MODEL"] in ~/.footfall/config.toml, or: footfall prices update FILE
        """));
        assertThat(run("usage", "--from", "--timezone", "Asia/Tokyo", "--by", "month")
                        .out())
                .isEqualTo("""
        MONTH     TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
        2026-01*      2   2.0k     202            0           0    2.2k  $0.0090+
        total         2   2.0k     202            0           0    2.2k  $0.0090+
        * = not whole: it still runs, or --since or --until is within it
        """);
    }

    @Test
    void severalKeysWithABreakdown() {
        assertThat(run("usage", "--from", "--by", "project,agent", "--breakdown", "--sort", "name", "--top", "1")
                        .out())
                .isEqualTo("""
        PROJECT                       AGENT   TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
        shop                          claude      1   1.0k     101            0           0    1.1k  $0.0045+
        - claude-sonnet-4-5-20250929                  1.0k     100            0           0    1.1k   $0.0045
        - new-1                                         10       1            0           0      11   unknown
        total                                     2   2.0k     202            0           0    2.2k  $0.0090+
        - claude-sonnet-4-5-20250929                  2.0k     200            0           0    2.2k   $0.0090
        - new-1                                         20       2            0           0      22   unknown
        """);
    }

    @Test
    void whatRowsAreSortedByIsShown() {
        for (var sort : List.of("steps", "failures", "active")) {
            assertThat(run("usage", "--from", "--sort", sort).out().lines().findFirst())
                    .contains("DAY         TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST  "
                            + sort.toUpperCase(Locale.ROOT));
        }
    }

    @Test
    void untilAMonthIsWithThatMonth() {
        assertThat(run("usage", "--from", "--since", "2026-01", "--until", "2026-01")
                        .out())
                .isEqualTo(run("usage", "--from", "--since", "2026-01-01", "--until", "2026-02-01")
                        .out())
                .contains("total  ");
        assertThat(run("usage", "--from", "--since", "last week", "--until", "last week")
                        .err())
                .contains("no usage");
    }

    @Test
    void rowsInJson() {
        assertThat(run("usage", "--from", "--timezone", "UTC", "--since", "2026-01-06", "--json")
                        .out())
                .isEqualTo("[{\"day\":\"2026-01-06\",\"turns\":1,\"long_turns\":0,\"steps\":0,\"failures\":0,"
                        + "\"active_duration_ms\":1,"
                        + NO_CHANGES
                        + "\"tokens\":{\"input\":1010,\"output\":101,\"cache_creation\":0,"
                        + "\"cache_creation_1h\":0,\"cache_read\":0},\"cost_usd\":0.0045,\"unpriced_models\":"
                        + "[{\"model\":\"new-1\",\"tokens\":{\"input\":10,\"output\":1,\"cache_creation\":0,"
                        + "\"cache_creation_1h\":0,\"cache_read\":0}}],\"price_lists\":[\"2026-11-27\"]}]\n");
    }

    /** The first edit fails, so it and the read after it are the cost of failures; three of four rounds are excess. */
    private static Map<String, Object> read(String id) {
        return Map.of("type", "tool_use", "id", id, "name", "Read", "input", Map.of("file_path", "a"));
    }

    @Test
    void whatCameOfIt() throws IOException {
        var lines = Transcripts.session("dddddd44");
        lines.prompt(0, "go mill").with("cwd", "/w/mill");
        var edit = Map.of("file_path", "/w/mill/a", "old_string", "x", "new_string", "y\nz");
        lines.assistant(1, "m1", Map.of("type", "tool_use", "id", "t1", "name", "Edit", "input", edit))
                .usage(1_000, 100);
        lines.result(2, "t1");
        for (int i = 2; i < 4; i++) {
            var input = Map.of("command", "git commit -am x && git push");
            var commit = Map.of("type", "tool_use", "id", "t" + i, "name", "Bash", "input", input);
            lines.assistant(2 * i - 1, "m" + i, commit).usage(1_000, 100);
            lines.result(2 * i, "t" + i);
        }
        lines.prompt(10, "and now?");
        lines.assistant(11, "m5", read("t5")).usage(1_000, 100);
        lines.result(12, "t5");
        var file = folder.resolve(".claude/projects/-w-mill/dddddd44.jsonl");
        Files.createDirectories(file.getParent());
        Files.write(file, lines.bytes());
        var out = run("usage", "--from", "--by", "project", "--project", "mill", "--changes", "--csv")
                .out();
        assertThat(out.lines().skip(1).findFirst().orElseThrow()).contains(",mill,,,,,,,,,2,0,4,0,0,2,2,0,2,1,1,1,0,");
        var table = run("usage", "--from", "--by", "project", "--project", "mill", "--changes")
                .out();
        int added = table.indexOf("COMMITS");
        assertThat(table.lines().map(line -> line.substring(added) + "\n").collect(Collectors.joining()))
                .isEqualTo("""
        COMMITS  PUSHES  PRS  ADDED  REMOVED  FILES  UNCHANGED_%  WAITED  REPLY  COST/COMMIT
              2       2    0      2        1      1           25                     $0.0090
              2       2    0      2        1      1           25                     $0.0090
        """);
    }

    @Test
    void howManyRepliesAndHowLongPeopleTookForThem() {
        var story = "--from=src/test/stories/how-long-people-took";
        assertThat(run("usage", story, "--timezone", "UTC", "--by", "session", "--json"))
                .isEqualTo(new Terminal.Ran(0, """
        [{"session":"s1","turns":11,"long_turns":0,"steps":3,"failures":0,"active_duration_ms":20000,\
        "changes":{"commits":0,"pushes":0,"pull_requests":0,"lines_added":0,"lines_removed":0,"files":0},\
        "unchanged_steps":3,"waited_ms":0,"replies":4,"reply_ms":3700000,\
        "tokens":{"input":0,"output":0,"cache_creation":0,"cache_creation_1h":0,"cache_read":0},\
        "cost_usd":0,"unpriced_models":[]}]
        """, ""));
        var table = run("usage", story, "--timezone", "UTC", "--by", "hour", "--changes")
                .out();
        int added = table.indexOf("UNCHANGED_%");
        assertThat(table.lines().map(line -> line.substring(added) + "\n").collect(Collectors.joining()))
                .isEqualTo("""
        UNCHANGED_%  WAITED    REPLY  COST/COMMIT
                100           1m 00s
                100             20 s
                              1h 00m
                100          15m 25s
        """);
    }

    @Test
    void whatFailuresAndRepeatsCost() throws IOException {
        var lines = Transcripts.session("cccccc33");
        lines.prompt(0, "go mill").with("cwd", "/w/mill");
        for (int i = 0; i < 8; i++) {
            lines.assistant(2 * i + 1, "m" + i, i % 2 == 0 ? use("Edit", "t" + i) : read("t" + i))
                    .usage(1_000, 100);
            if (i == 0) {
                lines.failed(2, "t0", "no");
            } else {
                lines.result(2 * i + 2, "t" + i);
            }
        }
        lines.assistant(HOUR, "m8").usage(10, 1).inMessage("model", "new-1");
        var file = folder.resolve(".claude/projects/-w-mill/cccccc33.jsonl");
        Files.createDirectories(file.getParent());
        Files.write(file, lines.bytes());
        assertThat(run("usage", "--from", "--by", "project", "--wasted", "--sort", "name")
                        .out())
                .isEqualTo("""
        PROJECT  TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST  FAILURES_USD  REPEATS_USD
        mill         1   8.0k     801            0           0    8.8k  $0.0360+      $0.0045+     $0.0135+
        shop         1   1.0k     101            0           0    1.1k  $0.0045+            $0           $0
        till         1   1.0k     101            0           0    1.1k  $0.0045+            $0           $0
        total        3  10.0k    1.0k            0           0   11.0k  $0.0450+      $0.0045+     $0.0135+
        """);
        var mill = List.of("usage", "--from", "--by", "project", "--project", "mill", "--wasted");
        assertThat(run(with(mill, "--json")).out())
                .isEqualTo("[{\"project\":\"mill\",\"turns\":1,\"long_turns\":1,\"steps\":8,\"failures\":1,"
                        + "\"active_duration_ms\":0,"
                        + NO_CHANGES
                        + "\"tokens\":{\"input\":8010,\"output\":801,\"cache_creation\":0,"
                        + "\"cache_creation_1h\":0,\"cache_read\":0},\"cost_usd\":0.036,\"failures_cost_usd\":0.0045,"
                        + "\"repeats_cost_usd\":0.0135,\"unpriced_models\":[{\"model\":\"new-1\",\"tokens\":"
                        + "{\"input\":10,\"output\":1,\"cache_creation\":0,\"cache_creation_1h\":0,"
                        + "\"cache_read\":0}}],\"price_lists\":[\"2026-11-27\"]}]\n");
        var costs = ",failures_cost_usd,repeats_cost_usd,";
        assertThat(run(with(mill, "--csv")).out())
                .contains(",cost_usd" + costs + "unpriced_models", ",0.036,0.0045,0.0135,");
        assertThat(run("usage", "--from", "--project", "mill", "--csv").out())
                .contains(",cost_usd,unpriced_models,price_lists,models\n");
    }

    private static String[] with(List<String> arguments, String more) {
        return Stream.concat(arguments.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /** In Kolkata, five and a half hours east, the second session begins at half past eleven. */
    @Test
    void aDateIsADayOfTheTimeZoneAndHalfAnHourIsExactInFiles() {
        assertThat(run("usage", "--from", "--timezone", "Asia/Kolkata", "--by", "hour", "--since", "2026-01-06")
                        .out())
                .isEqualTo("""
        HOUR                    TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
        2026-01-06T11:00+05:30      1   1.0k     100            0           0    1.1k   $0.0045
        2026-01-06T12:00+05:30      0     10       1            0           0      11   unknown
        total                       1   1.0k     101            0           0    1.1k  $0.0045+
        """);
    }

    @Test
    void windowsOfFiveHours() {
        assertThat(run("usage", "--from", "--by", "window", "--timezone", "UTC").out())
                .isEqualTo("""
        WINDOW             TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
        2026-01-05T10:00Z      1   1.0k     101            0           0    1.1k  $0.0045+
        2026-01-06T06:00Z      1   1.0k     101            0           0    1.1k  $0.0045+
        total                  2   2.0k     202            0           0    2.2k  $0.0090+
        """);
        assertThat(run("usage", "--from", "--by", "window", "--timezone", "UTC", "--csv")
                        .out())
                .startsWith("hour,window,day,")
                .contains("\n\"\",2026-01-05T10:00Z,,");
    }

    /** On the clock of the tests. */
    @Test
    void theWindowOfNowIsMarked() throws IOException {
        write("-w-shop", "cccccc33", 109 * HOUR, "shop");
        assertThat(run("usage", "--from", "--by", "project,window", "--timezone", "UTC", "--since", "3h")
                        .out())
                .isEqualTo("""
        PROJECT  WINDOW                     TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
        shop     2026-01-09T23:00Z, active      1   1.0k     101            0           0    1.1k  $0.0045+
        total                                   1   1.0k     101            0           0    1.1k  $0.0045+
        """);
    }

    @Test
    void aDayAndAWeekThatStillRunAreMarkedAsCut() throws IOException {
        write("-w-shop", "cccccc33", 109 * HOUR, "shop");
        for (var period : List.of("day 2026-01-10", "week 2026-01-05", "month 2026-01")) {
            var words = period.split(" ");
            assertThat(run("usage", "--from", "--by", words[0], "--timezone", "Asia/Kolkata")
                            .out())
                    .as(period)
                    .contains("\n" + words[1] + "*  ")
                    .endsWith("\n* = not whole: it still runs, or --since or --until is within it\n");
        }
        assertThat(run("usage", "--from", "--by", "day", "--timezone", "UTC").out())
                .contains("\n2026-01-09  ");
    }

    @Test
    void theShareOfAPlansPrice() {
        assertThat(run("usage", "--from", "--timezone", "UTC", "--by", "month", "--plan", "claude-pro")
                        .out())
                .isEqualTo("""
        OF_PLAN is the cost of the tokens of claude as a share of claude-pro of $20.00 a month (2026-11-28, \
        support.anthropic.com/en/articles/11145838)
        partial months, compared with whole ones: 2026-01 from 2026-01-05 to 2026-01-06
        MONTH     TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST  PLAN_USD  OF_PLAN
        2026-01*      2   2.0k     202            0           0    2.2k  $0.0090+    $20.00    0.0%+
        total         2   2.0k     202            0           0    2.2k  $0.0090+    $20.00    0.0%+
        * = not whole: it still runs, or --since or --until is within it
        """);
        assertThat(run("usage", "--from", "--by", "project", "--sort", "name", "--plan", "0.01", "--timezone", "UTC")
                        .out())
                .isEqualTo("""
        OF_PLAN is the cost of the tokens as a share of a plan of $0.0100 a month
        partial months, compared with whole ones: 2026-01 from 2026-01-05 to 2026-01-06
        PROJECT  TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST  PLAN_USD  OF_PLAN
        shop         1   1.0k     101            0           0    1.1k  $0.0045+   $0.0100   45.0%+
        till         1   1.0k     101            0           0    1.1k  $0.0045+   $0.0100   45.0%+
        total        2   2.0k     202            0           0    2.2k  $0.0090+   $0.0100   90.0%+
        """);
        assertThat(run("usage", "--from", "--plan", "0.01", "--project", "shop", "--json", "--timezone", "UTC")
                        .out())
                .contains("\"plan\":{\"usd\":0.01,\"share\":0.4500,\"first_day\":\"2026-01-05\","
                        + "\"last_day\":\"2026-01-05\"}");
        assertThat(run("usage", "--from", "--plan", "0.01", "--csv").out())
                .contains(",cost_usd,plan.usd,plan.share,plan.first_day,plan.last_day,unpriced_models,");
        assertThat(run("usage", "--from", "--plan", "copilot-max").err())
                .isEqualTo("footfall: no usage: of 2 turns, --agent excludes 2\n");
        assertThat(run("usage", "--from", "--plan", "max").err())
                .startsWith("footfall: Invalid value for option '--plan': 'max'; expected one of claude-pro, "
                        + "claude-max-5x, ")
                .contains(", or what it costs a month in USD, such as 20\n");
    }

    @Test
    void nothingAndMistakes() {
        assertThat(run("usage", "--from", "--project", "none").err())
                .isEqualTo("footfall: no usage: of 2 turns, --project excludes 2\n");
        assertThat(run("usage", "--from", "--by", "moon").err())
                .startsWith(
                        "footfall: Invalid value for option '--by' (KEY): 'moon'; expected one of hour, window, day, ");
        assertThat(run("usage", "--from", "--timezone", "Mars").err())
                .startsWith("footfall: Invalid value for option '--timezone': unknown time zone; expected");
        assertThat(run("usage", "--from", "--by", "day,day").err()).startsWith("footfall: --by names a key twice");
        assertThat(run("usage", "--from", "--zone", "UTC").err()).contains("did you mean --timezone?");
    }

    @Test
    void aPeriodThatIsCutIsMarked() {
        assertThat(run("usage", "--from", "--by", "month", "--since", "2026-01-06")
                        .out())
                .isEqualTo("""
                MONTH     TURNS  INPUT  OUTPUT  CACHE_WRITE  CACHE_READ  TOKENS      COST
                2026-01*      1   1.0k     101            0           0    1.1k  $0.0045+
                total         1   1.0k     101            0           0    1.1k  $0.0045+
                * = not whole: it still runs, or --since or --until is within it
                """);
    }
}
