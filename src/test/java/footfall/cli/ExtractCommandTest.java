package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import footfall.testkit.Expected;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractCommandTest {
    private static final Path REPORTS = Path.of("src/test/reports");
    private static final String SHOP = "home/projects/-work-shop/5e55a001-shop.jsonl";

    @TempDir
    Path folder;

    private Terminal.Ran run(String... more) {
        var words = Stream.concat(
                Stream.of("extract", "--from", REPORTS.toString(), "--out-dir", out().toString()), Stream.of(more));
        return new Terminal(folder).run(words.toArray(String[]::new));
    }

    private Path out() {
        return folder.resolve("out/usage");
    }

    private List<CSVRecord> rows() throws IOException {
        try (var csv = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get()
                .parse(Files.newBufferedReader(out().resolve("tool_usage.csv")))) {
            return csv.getRecords();
        }
    }

    @Test
    void theThreeFilesAreWhole() throws IOException {
        var ran = run();
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).isEqualTo("""
        35 calls in 7 transcripts
        %1$s/tool_usage.csv
        %1$s/permissions.yaml
        %1$s/summary.txt
        """.formatted(out()));
        for (var name : List.of("tool_usage.csv", "permissions.yaml", "summary.txt")) {
            var text = Files.readString(out().resolve(name))
                    .replace(REPORTS.toAbsolutePath().toString(), "REPORTS");
            Expected.sameAs(REPORTS.resolve("expected").resolve(name), text);
        }
    }

    @Test
    void theyAreTheirOwnersAloneAndThoseOfBeforeAreReplaced() throws IOException {
        run();
        for (var name : List.of("tool_usage.csv", "permissions.yaml", "summary.txt")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out().resolve(name))))
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out())))
                .isEqualTo("rwx------");
        assertThat(run().out()).contains("tool_usage.csv (replaced)\n", "summary.txt (replaced)\n");
        try (var left = Files.list(out())) {
            assertThat(left).hasSize(3);
        }
    }

    @Test
    void aCellThatLooksLikeAFormulaIsGuardedUnlessAskedForAsItIs() throws IOException {
        run();
        assertThat(rows()).extracting(row -> row.get("websearch_query")).contains("'@rounding half even");
        assertThat(rows())
                .extracting(row -> row.get("write_content_preview"))
                .contains("'=HYPERLINK(\"x\")\nzwei Zeilen ü");
        run("--raw-cells");
        assertThat(rows()).extracting(row -> row.get("websearch_query")).contains("@rounding half even");
    }

    @Test
    void previewsAreAsLongAsAskedForOrLeftOut() throws IOException {
        run("--preview-length", "6");
        assertThat(rows()).extracting(row -> row.get("edit_old_string_preview")).contains("return");
        run("--no-previews");
        assertThat(rows()).allSatisfy(row -> {
            for (var column : List.of(
                    "write_content_preview",
                    "edit_old_string_preview",
                    "edit_new_string_preview",
                    "task_description_preview",
                    "todo_content_preview",
                    "ask_question_preview")) {
                assertThat(row.get(column)).isEmpty();
            }
        });
        assertThat(rows()).extracting(row -> row.get("write_content_length")).contains("29");
    }

    @Test
    void theRulesAreYamlWithTheirEvidence() throws IOException {
        run();
        var tree = new ObjectMapper(new YAMLFactory())
                .readTree(out().resolve("permissions.yaml").toFile());
        var permissions = tree.get("permissions");
        assertThat(permissions.fieldNames()).toIterable().containsExactly("allow", "ask", "deny");
        assertThat(permissions.get("deny").toString())
                .isEqualTo("[{\"rule\":\"Bash(rm *)\",\"because\":"
                        + "\"rejected at least every second time\",\"evidence\":{\"used\":2,\"ok\":0,"
                        + "\"rejected\":2,\"denied\":0,"
                        + "\"failed\":0,\"interrupted\":0,\"cancelled\":0,\"unanswered\":0,"
                        + "\"last_used\":\"2026-03-02T09:11:09.000Z\"}}]");
        assertThat(permissions.get("allow"))
                .extracting(rule -> rule.get("rule").asText())
                .containsExactly("Bash(head *)");
    }

    @Test
    void whatIsSkippedIsNamedWhenAskedFor() {
        var file = REPORTS.toAbsolutePath().resolve(SHOP);
        assertThat(run("-v").err())
                .startsWith("footfall: " + file + ":31: skipped: not JSON\nfootfall: " + file
                        + ":32: skipped: a tool_use without a name\n");
        assertThat(run().err()).isEqualTo("footfall: skipped 1 bad line:\nfootfall:   " + file + ":31: not JSON\n");
    }

    @Test
    void aNameWithLineBreaksIsPrintedInOneLine() throws IOException {
        var project = Files.createDirectories(folder.resolve("in/projects/-work-shop"));
        Files.writeString(project.resolve("a\nfootfall: forged.jsonl"), "bad\n");
        var ran = new Terminal(folder)
                .run("extract", "--from", folder.resolve("in").toString(), "--out-dir", out().toString(), "-v");
        assertThat(ran.err())
                .startsWith("footfall: " + project + "/a\\u000afootfall: forged.jsonl:1: skipped: not JSON\n");
    }

    @Test
    void whatAForkRepeatsIsSkippedOnce() throws IOException {
        var projects = Files.createDirectories(folder.resolve("in/projects/-work-shop"));
        var odd = "{\"type\":\"assistant\",\"uuid\":\"u2\",\"sessionId\":\"s1\",\"message\":{\"content\":[{\"type\":"
                + "\"tool_use\",\"id\":\"t1\"}]}}\n";
        Files.writeString(projects.resolve("s1.jsonl"), odd);
        Files.writeString(projects.resolve("s2.jsonl"), odd.replace("\"s1\"", "\"s2\""));
        var ran = new Terminal(folder)
                .run("extract", "--from", folder.resolve("in").toString(), "--out-dir", out().toString(), "-v");
        assertThat(ran.err()).isEqualTo("""
        footfall: %1$s/s1.jsonl:1: skipped: a tool_use without a name
        footfall: %1$s/s2.jsonl:1: skipped: repeats a line of session s1
        """.formatted(projects));
        assertThat(Files.readString(out().resolve("summary.txt"))).contains("0 bad lines, 1 blocks\n");
    }

    @Test
    void topCutsTheListsOfTheSummary() throws IOException {
        run("--top", "1");
        assertThat(Files.readString(out().resolve("summary.txt"))).contains("\nTools\n       12  Bash\n\nTools with");
    }

    @Test
    void forMachinesItTellsWhatWasWritten() throws IOException {
        assertThat(new ObjectMapper().readTree(run("--json").out()).toString())
                .isEqualTo(("{\"written\":["
                                + "\"%1$s/tool_usage.csv\",\"%1$s/permissions.yaml\",\"%1$s/summary.txt\"],"
                                + "\"rows\":35,\"files\":7,"
                                + "\"bad_lines\":1,\"copied_rows\":0,\"copied_files\":0}")
                        .formatted(out()));
    }

    @Test
    void wrongUsageAndFilesThatCannotBeWrittenAreNamed() throws IOException {
        assertThat(new Terminal(folder).run("extract").exit()).isEqualTo(2);
        assertThat(run("--top", "0"))
                .isEqualTo(new Terminal.Ran(
                        2,
                        "",
                        "footfall: --top is 0; expected a number from "
                                + "1 to 2147483647\nfootfall: see 'footfall export --help'\n"));
        var missing = folder.resolve("missing").toString();
        assertThat(new Terminal(folder).run("extract", "--from", missing, "--out-dir", "x"))
                .isEqualTo(new Terminal.Ran(
                        1, "", "footfall: " + missing + " does not exist; name a folder of transcripts or one file\n"));
        Files.createDirectories(out().resolve("summary.txt"));
        var ran = run();
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.err())
                .isEqualTo("footfall: cannot write to " + out() + ": " + out()
                        + "/summary.txt is a folder; choose another folder with --out-dir\n");
        try (var left = Files.list(out())) {
            assertThat(left).containsExactly(out().resolve("summary.txt"));
        }
    }

    @Test
    void helpShowsExamples() {
        assertThat(new Terminal(folder).run("export", "--help", "--all").out())
                .contains("Usage: footfall export", "Examples:", "permissions.yaml");
    }

    @Test
    void withoutPreviewsNothingOfWhatTheyWereCutFromIsWritten() throws IOException {
        var file = Files.writeString(folder.resolve("plan.jsonl"), """
        {"type":"assistant","sessionId":"plan","message":{"content":[\
        {"type":"tool_use","id":"t1","name":"TodoWrite","input":{"todos":[{"content":"sow"}]}},\
        {"type":"tool_use","id":"t2","name":"AskUserQuestion","input":{"questions":[{"question":"When?"}]}},\
        {"type":"tool_use","id":"t3","name":"Unheard","input":{"a":1}}]}}
        """);
        new Terminal(folder).run("extract", "--from", file.toString(), "--out-dir", out().toString(), "--no-previews");
        assertThat(rows()).extracting(row -> row.get("raw_input_json")).containsExactly("", "", "{\"a\":1}");
    }

    @Test
    void whenNothingCanBeReadTheFilesOfBeforeStay() throws IOException {
        run();
        var before = Files.readString(out().resolve("tool_usage.csv"));
        var ran = new Terminal(folder).run("extract", "--from", "/dev/null", "--out-dir", out().toString());
        assertThat(ran)
                .isEqualTo(new Terminal.Ran(
                        1,
                        "",
                        "footfall: /dev/null: is not a regular file; save its contents to a file and name that file\n"
                                + "footfall: no transcript could be read, for the reasons above; "
                                + "solve these problems, or name another path\n"));
        assertThat(out().resolve("tool_usage.csv")).hasContent(before);
        try (var left = Files.list(out())) {
            assertThat(left).hasSize(3);
        }
    }

    @Test
    void nothingInARowSteersATerminalOrBreaksANameIntoLines() throws IOException {
        var root = Files.createDirectories(folder.resolve("in"));
        var odd = root.resolve("=a\u001b[2J\nb\u009bc.jsonl");
        Files.writeString(odd, """
        {"type":"assistant","sessionId":"s\\nt","cwd":"/w/\\u0007x","gitBranch":"b\\r","message":{"id":"m",\
        "content":[{"type":"tool_use","id":"t\\u0000","name":"Bash","input":{"command":"a\\tb\\n\\u001b]0;x",\
        "description":"\\u0085"}}]}}
        """);
        var words = new String[] {"extract", "--from", odd.toString(), "--out-dir", out().toString()};
        assertThat(new Terminal(folder).run(words).exit()).isZero();
        var row = rows().get(0);
        assertThat(row.get("jsonl_path")).isEqualTo(root + "/=a\\u001b[2J\\u000ab\\u009bc.jsonl");
        assertThat(List.of(row.get("session_id"), row.get("cwd"), row.get("git_branch")))
                .containsExactly("s\\u000at", "/w/\\u0007x", "b\\u000d");
        assertThat(row.get("bash_command")).isEqualTo("a\tb\n\\u001b]0;x");
        assertThat(row.get("bash_description")).isEqualTo("\\u0085");
        assertThat(Files.readString(out().resolve("tool_usage.csv")))
                .doesNotContainPattern("[\\p{Cntrl}\\x80-\\x9f&&[^\t\n]]");
        new Terminal(folder)
                .run(Stream.concat(Stream.of(words), Stream.of("--raw-cells")).toArray(String[]::new));
        assertThat(rows().get(0).get("jsonl_path")).isEqualTo(odd.toString());
    }
}
