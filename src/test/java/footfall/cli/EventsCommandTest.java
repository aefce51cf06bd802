package footfall.cli;

import static footfall.testkit.Transcripts.resultBlock;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsCommandTest {
    @TempDir
    Path folder;

    Path file;

    @BeforeEach
    void writeSession() throws IOException {
        file = writeSession(folder);
    }

    /** A session that calls a shell, then a subagent, which fails, and is asked again. */
    static Path writeSession(Path folder) throws IOException {
        var project = Files.createDirectories(folder.resolve(".claude/projects/-work-shop"));
        var shell = use("Bash", "t1");
        shell.put("input", Map.of("command", "git status"));
        var file = project.resolve("aaaa1111.jsonl");
        Files.write(
                file,
                Transcripts.session("aaaa1111")
                        .prompt(0, "go")
                        .with("cwd", "/work/shop")
                        .assistant(1, "m1", shell)
                        .usage(1_000, 100)
                        .results(3, resultBlock("t1", "clean"))
                        .add(4, "progress")
                        .add(4, "file-history-snapshot")
                        .without("sessionId")
                        .assistant(4, "m2", use("Task", "t2"))
                        .results(9, resultBlock("t2", "done"))
                        .with("toolUseResult", Map.of("agentId", "b7"))
                        .prompt(20, "again")
                        .assistant(21, "m3", use("mcp__db__query", "t3"))
                        .bytes());
        var agents = Files.createDirectories(project.resolve("aaaa1111/subagents"));
        Files.write(
                agents.resolve("agent-b7.jsonl"),
                Transcripts.session("aaaa1111")
                        .agent("b7")
                        .prompt(5, "look")
                        .assistant(6, "m4", use("Read", "t4"))
                        .failed(7, "t4", "File does not exist.")
                        .bytes());
        Files.write(
                project.resolve("cccc2222.jsonl"),
                Transcripts.session("cccc2222").prompt(100, "go").bytes());
        return file;
    }

    private Terminal.Ran run(String... arguments) {
        return run(folder, arguments);
    }

    static Terminal.Ran run(Path folder, String... arguments) {
        return new Terminal(folder)
                .run(Stream.concat(Stream.of("events"), Stream.of(arguments)).toArray(String[]::new));
    }

    @Test
    void aSessionThatIsNamedBringsItsSubagentsOfTheOldLayout() throws IOException {
        var project = folder.resolve(".claude/projects/-work-shop");
        Files.write(
                project.resolve("agent-old.jsonl"),
                Transcripts.session("aaaa1111")
                        .agent("old")
                        .prompt(50, "look")
                        .assistant(51, "m9", use("Grep", "t9"))
                        .result(52, "t9")
                        .bytes());
        Files.write(
                project.resolve("agent-other.jsonl"),
                Transcripts.session("cccc2222")
                        .agent("other")
                        .prompt(50, "look")
                        .assistant(51, "m8", use("Glob", "t8"))
                        .result(52, "t8")
                        .bytes());
        assertThat(run("aaaa", "--format", "jsonl").out())
                .contains("\"t9\"", "\"t4\"")
                .doesNotContain("\"t8\"");
    }

    @Test
    void aForksCopiesAreMarkedAndCanBeLeftOut() throws IOException {
        Files.writeString(
                file.resolveSibling("bbbb3333.jsonl"),
                Files.readString(file).replace("\"sessionId\":\"aaaa1111\"", "\"sessionId\":\"bbbb3333\""));
        var home = folder.resolve(".claude").toString();
        var all = run(home, "--format", "jsonl").out().lines().toList();
        assertThat(all).hasSize(7);
        assertThat(all)
                .filteredOn(row -> row.contains("\"copy_of\":\"aaaa1111\""))
                .hasSize(3);
        assertThat(run(home, "--format", "jsonl", "--no-copies").out().lines()).hasSize(4);
        assertThat(new Terminal(folder)
                        .run("export", "--format", "svg", home, "--json")
                        .out())
                .contains("\"events\":4");
    }

    @Test
    void outIsItsOwnersAloneAndReplacedWhenItIsWhole() throws IOException {
        var target = folder.resolve("log.csv");
        Files.writeString(target, "old");
        assertThat(run("aaaa", "--out", target.toString())).isEqualTo(new Terminal.Ran(0, "", ""));
        assertThat(Files.readAllLines(target)).hasSize(5);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
                .isEqualTo("rw-------");
        assertThat(run(folder.resolve("gone.jsonl").toString(), "--out", target.toString())
                        .exit())
                .isEqualTo(1);
        assertThat(Files.readAllLines(target)).hasSize(5);
        try (var left = Files.list(folder)) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder(".claude", "log.csv");
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsNamed() {
        var there = folder.resolve("no/such/log.csv");
        assertThat(run("aaaa", "--out", there.toString()))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: "
                                + "cannot write "
                                + there + ": the folder does not exist; name a file in a writable folder\n"));
        assertThat(run("aaaa", "--out", folder.toString()))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: cannot write " + folder + ": it is a folder; name a file in a writable folder\n"));
    }

    @Test
    void whatIsNotThereOrNoTranscriptFails() throws IOException {
        var gone = folder.resolve("gone.jsonl").toString();
        assertThat(run(file.toString(), gone).exit()).isEqualTo(1);
        assertThat(run(file.toString(), gone).err()).startsWith("footfall: " + gone + " does not exist");
        assertThat(run("dddd").err()).startsWith("footfall: no session ID starts with dddd");
        var notes = Files.writeString(folder.resolve("notes.md"), "# notes\n{\"a\":1}\n");
        assertThat(run(notes.toString()))
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: " + notes
                                + " is not a transcript: none of its lines is a JSON object with a type\n"));
    }

    @Test
    void wrongUsageIsReported() {
        assertThat(run().exit()).isEqualTo(2);
        assertThat(run("aaaa", "--format", "xml"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: Invalid value for option '--format': 'xml'; expected one of csv, xes, ocel, jsonl, "
                                + "svg\nfootfall: see 'footfall export --help'\n"));
        assertThat(run("aaaa", "--case", "day").exit()).isEqualTo(2);
        assertThat(new Terminal(folder)
                        .run("export", "--format", "svg", "aaaa", "--threshold", "-1")
                        .exit())
                .isEqualTo(2);
        assertThat(new Terminal(folder)
                        .run("export", "--format", "svg", "aaaa", "--threshold", "101%")
                        .exit())
                .isEqualTo(2);
    }

    @Test
    void stepsWithoutAnyTimeAreCountedAsLeftOut() throws IOException {
        var untimed = folder.resolve("stream.jsonl");
        Files.write(
                untimed,
                Transcripts.session("s")
                        .assistant(1, "m1", use("Read", "a"), use("Edit", "b"))
                        .without("timestamp")
                        .bytes());
        assertThat(run(untimed.toString(), "--format", "jsonl"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no tool calls: of 2 calls, a missing time excludes 2\n"));
        assertThat(run(untimed.toString(), "aaaa", "--format", "jsonl").err())
                .isEqualTo("footfall: skipped 2 steps without a time: no line of their turns has one\n");
    }

    @Test
    void anEmptyAnswerSaysWhatItsFiltersExclude() {
        var none = "of 4 calls, --since excludes 4\n";
        assertThat(run("aaaa", "--format", "jsonl", "--since", "2026-01-09"))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no tool calls: " + none));
        assertThat(new Terminal(folder)
                        .run("export", "--format", "svg", "aaaa", "--json", "--since", "2026-01-09")
                        .err())
                .isEqualTo("footfall: no tool calls to draw: " + none);
    }

    @Test
    void mapIsAPictureOrAGraph() {
        var terminal = new Terminal(folder);
        assertThat(terminal.run("export", "--format", "svg", "aaaa").out())
                .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                .contains("3 cases, 4 calls, 4 activities");
        assertThat(terminal.run("export", "--format", "svg", "aaaa", "--json")).isEqualTo(new Terminal.Ran(0, """
        {"cases":3,"events":4,"threshold":1,"edges_left_out":0,"activities_left_out":0,"nodes":[\
        {"activity":"Bash","count":1,"failures":0,"mean_ms":2000,"starts":1,"ends":0},\
        {"activity":"Read","count":1,"failures":1,"mean_ms":1000,"starts":1,"ends":1},\
        {"activity":"Task","count":1,"failures":0,"mean_ms":5000,"starts":0,"ends":1},\
        {"activity":"mcp__db__query","count":1,"failures":0,"mean_ms":0,"starts":1,"ends":1}],\
        "edges":[{"from":"Bash","to":"Task","count":1,"mean_ms":1000}]}
        """, ""));
        assertThat(terminal.run(
                                "export",
                                "--format",
                                "svg",
                                folder.resolve(".claude/projects/-work-shop/cccc2222.jsonl")
                                        .toString())
                        .err())
                .isEqualTo("footfall: no tool calls to draw\n");
    }

    @Test
    void aSubagentsBadFileThatWasFoundCostsItselfAlone() throws IOException {
        var agents = folder.resolve(".claude/projects/-work-shop/aaaa1111/subagents");
        var bad = Files.writeString(agents.resolve("agent-bad.jsonl"), "[[[[\n");
        var ran = run("aaaa", "--format", "jsonl");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("\"t1\"", "\"t4\"");
        assertThat(ran.err()).contains(bad.toString());
        assertThat(run(bad.toString()).exit()).isEqualTo(1);
    }

    @Test
    void anEmptyFileIsAnEmptyLog() throws IOException {
        var quiet = Files.writeString(folder.resolve("quiet.jsonl"), "").toString();
        var ran = run(quiet, "--json");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualTo("[]\n");
    }

    @Test
    void outFollowsALinkAndWritesIntoADevice() throws IOException {
        var target = Files.writeString(folder.resolve("log.csv"), "old");
        var link = Files.createSymbolicLink(folder.resolve("link.csv"), target);
        assertThat(run("aaaa", "--out", link.toString()).exit()).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(Files.readAllLines(target)).hasSize(5);
        var device = Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("/dev/null"));
        assertThat(run("aaaa", "--out", device.toString())).isEqualTo(new Terminal.Ran(0, "", ""));
        assertThat(device).isSymbolicLink();
        var later = Files.createSymbolicLink(folder.resolve("later.csv"), Path.of("made.csv"));
        assertThat(run("aaaa", "--out", later.toString()).exit()).isZero();
        assertThat(Files.readAllLines(folder.resolve("made.csv"))).hasSize(5);
    }
}
