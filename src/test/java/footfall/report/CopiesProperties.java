package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.session.SessionReport;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Folders;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.turn.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Files that lie at several places, and forks: what they repeat counts once, whatever a session holds. */
@PropertyDefaults(tries = 40, edgeCases = EdgeCasesMode.NONE)
class CopiesProperties {
    private final LocalFiles files = new LocalFiles(new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE));
    private Path folder;

    /** In which somebody asks: lists leave out a session in which nobody does and nothing is called. */
    @Provide
    Arbitrary<Script> scripts() {
        return scripts(1);
    }

    /**
     * Nobody works in a turn of before: its prompt says whose it is, and a copied turn stays a copy.
     */
    @Provide
    Arbitrary<Script> prompted() {
        return scripts(Script.AGENTS)
                .map(script -> new Script(script.moves().stream()
                        .filter(move -> move.kind() != Script.Kind.INTERRUPT)
                        .toList()));
    }

    /** {@code asked}: so many of the agents have a prompt first. */
    private static Arbitrary<Script> scripts(int asked) {
        return Scripts.any().map(script -> {
            var moves = new ArrayList<Script.Move>();
            for (int agent = 0; agent < asked; agent++) {
                moves.add(new Script.Move(Script.Kind.PROMPT, agent, 0, 0, 1));
            }
            moves.addAll(script.moves());
            return new Script(moves);
        });
    }

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-copies");
    }

    @AfterTry
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    private Path write(String name, List<String> lines) throws IOException {
        var file = folder.resolve("in").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines) + "\n");
    }

    private Path in() {
        return folder.resolve("in");
    }

    /** The three files of extract, without what they say of files. */
    private Map<String, String> extracted() throws Exception {
        var out = folder.resolve("out");
        new Extraction(files, new Extraction.Options(List.of(in()), null, out, 20, 10, true))
                .run((path, line, why) -> {}, NO_PROGRESS);
        var found = new TreeMap<String, String>();
        for (var name : List.of(Extraction.USAGE, Extraction.PERMISSIONS, Extraction.SUMMARY)) {
            found.put(
                    name,
                    Files.readString(out.resolve(name))
                            .replaceAll("(?m)^(files|copies) .*\n", "")
                            .replace("/in/a/", "/in/b/")
                            .replace("/in/c/", "/in/b/"));
        }
        return found;
    }

    private List<String> rows() throws Exception {
        return ExtractedCalls.of(folder.resolve("out")).stream()
                .map(row -> row.get("session_id") + " " + row.get("tool_use_id"))
                .toList();
    }

    private List<SessionReport> sessions() throws Exception {
        return new FileReports(files, Prices.NONE)
                .all(List.of(in()), NO_PROGRESS)
                .reports();
    }

    private static List<Long> sums(List<SessionReport> reports) {
        var sums = new ArrayList<Long>();
        sums.add(reports.stream().mapToLong(SessionReport::turnCount).sum());
        sums.add(reports.stream().mapToLong(SessionReport::interruptCount).sum());
        sums.add(reports.stream().mapToLong(SessionReport::totalTools).sum());
        sums.add(reports.stream().mapToLong(SessionReport::toolErrors).sum());
        sums.add(reports.stream().mapToLong(SessionReport::toolSuccesses).sum());
        sums.add(reports.stream().mapToLong(one -> one.tokens().output()).sum());
        sums.add(
                reports.stream().mapToLong(SessionReport::totalActiveDurationMs).sum());
        sums.add(reports.stream()
                .flatMap(one -> one.subagents().stream())
                .mapToLong(SessionReport.Subagent::toolCount)
                .sum());
        return sums;
    }

    @Property
    void aFileAndTheBeginningOfItElsewhereAreOneFile(
            @ForAll("scripts") Script script, @ForAll @IntRange(min = 1, max = 60) int lines, @ForAll boolean isFirst)
            throws Exception {
        var whole = script.transcript("s1").lines();
        write("b/s1.jsonl", whole);
        var extracted = extracted();
        var sessions = sessions();
        write((isFirst ? "a" : "c") + "/s1.jsonl", whole.subList(0, Math.min(lines, whole.size())));
        assertThat(extracted()).isEqualTo(extracted);
        assertThat(sessions()).isEqualTo(sessions);
    }

    @Property
    void whatAForkRepeatsIsCountedOnceAndWhatItAddsToo(
            @ForAll("prompted") Script script,
            @ForAll("prompted") Script more,
            @ForAll @IntRange(min = 1, max = 60) int lines)
            throws Exception {
        var original = script.transcript("s1").lines();
        var added = more.transcript("s2").lines();
        write("a/s1.jsonl", original);
        extracted();
        var rows = new ArrayList<>(rows());
        var sums = sums(sessions());
        Files.delete(write("a/s1.jsonl", original));
        write("a/s2.jsonl", added);
        extracted();
        rows.addAll(rows());
        var sumsOfAdded = sums(sessions());

        write("a/s1.jsonl", original);
        var copied = original.subList(0, Math.min(lines, original.size())).stream()
                .map(line -> line.replace("\"sessionId\":\"s1\"", "\"sessionId\":\"s2\""))
                .toList();
        write("a/s2.jsonl", Stream.concat(copied.stream(), added.stream()).toList());
        extracted();
        assertThat(rows()).containsExactlyElementsOf(rows);
        for (int i = 0; i < sums.size(); i++) {
            assertThat(sums(sessions()).get(i)).as("sum " + i).isEqualTo(sums.get(i) + sumsOfAdded.get(i));
        }
    }
}
