package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Folders;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Story;
import footfall.turn.SessionUsage;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Whatever happens to transcripts, the answer is that of one thread that reads them in their order, kept or not. */
@PropertyDefaults(tries = 60, edgeCases = EdgeCasesMode.NONE)
class FoldCacheProperties {
    private static final int FILES = 4;

    private Path folder;
    private Path home;

    /** What somebody does to a file; {@code other} is another file, or a part of the file. */
    private record Change(Kind kind, int file, int other, Script script) {}

    private enum Kind {
        WRITE,
        APPEND,
        /** Another session repeats the lines of the file, and goes on. */
        FORK,
        /** Lines of the session of another file. */
        APPEND_OTHER,
        COPY,
        DELETE,
        TRUNCATE,
        /** As many bytes, but others. */
        OVERWRITE,
        NOTHING
    }

    @Provide
    Arbitrary<List<Change>> changes() {
        var files = Arbitraries.integers().between(0, FILES - 1);
        var change = Combinators.combine(Arbitraries.of(Kind.class), files, files, Scripts.any())
                .as(Change::new);
        return change.list().ofMinSize(2).ofMaxSize(12);
    }

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-cache");
        home = Files.createDirectory(folder.resolve("home"));
    }

    @AfterTry
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    private record Answer(List<Turn> turns, List<SessionUsage> beside, Reading reading) {}

    private Answer answer(FoldCache cache) throws Exception {
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        try (var folded = new FileTurns(Story.RULES, history, cache).read(List.of(home), NO_PROGRESS)) {
            return new Answer(List.copyOf(folded.turns()), folded.besideMessages(), folded.reading());
        }
    }

    /** Of one thread that folds the lines of all files in their order. */
    private Collection<Turn> turnsOfOneThread() throws Exception {
        var turns = new HashMap<TurnRef, Turn>();
        var fold = new FileFold(Story.RULES, OwnerUuids.Owners.of(new PromptIndex()), turn -> {
            turns.put(TurnRef.of(turn), turn);
            return true;
        });
        var files = TranscriptList.at(List.of(home), ExcludedProjects.NONE).files();
        new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)
                .<Parsed.Accepted>read(
                        new History.Task(files, NO_PROGRESS, new Reading.Edit()),
                        (file, line, details, place) -> line,
                        fold::line);
        fold.end();
        return turns.values();
    }

    private FoldCache cache() {
        return new FoldCache(folder.resolve("cache"), new FoldCache.Limits(1 << 30, 0), "test", FoldCacheTest.JSON);
    }

    private Path file(int number) {
        return home.resolve("s" + number + ".jsonl");
    }

    private void change(Change one) throws IOException {
        var file = file(one.file);
        var lines = Files.exists(file) ? Files.readAllLines(file) : List.<String>of();
        var more = one.script.transcript("s" + one.file).lines();
        switch (one.kind) {
            case WRITE -> write(file, more);
            case APPEND -> write(file, concat(lines, more));
            case FORK -> write(file(one.other), concat(named(lines, one.other), named(more, one.other)));
            case APPEND_OTHER -> write(file, concat(lines, named(more, one.other)));
            case COPY -> write(home.resolve("copy-" + one.other + ".jsonl"), lines);
            case DELETE -> Files.deleteIfExists(file);
            case TRUNCATE -> write(file, lines.subList(0, lines.size() / 2));
            case OVERWRITE ->
                write(
                        file,
                        lines.stream()
                                .map(line -> line.replace("\"tool_use\"", "\"tool_usf\""))
                                .toList());
            case NOTHING -> {}
        }
    }

    private static List<String> named(List<String> lines, int session) {
        return lines.stream()
                .map(line -> line.replaceAll("\"sessionId\":\"s\\d\"", "\"sessionId\":\"s" + session + "\""))
                .toList();
    }

    private static List<String> concat(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static void write(Path file, List<String> lines) throws IOException {
        var text = lines.stream().map(line -> line + "\n").collect(Collectors.joining());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    @Property
    void theAnswerIsTheOneOfReadingAllFiles(@ForAll("changes") List<Change> changes) throws Exception {
        var done = new ArrayList<Change>();
        for (var one : changes) {
            change(one);
            done.add(one);
            var expected = answer(FoldCache.none());
            assertThat(expected.turns).as("after %s", done).containsExactlyInAnyOrderElementsOf(turnsOfOneThread());
            assertThat(answer(cache())).as("after %s", done).isEqualTo(expected);
            assertThat(answer(cache())).as("again after %s", done).isEqualTo(expected);
        }
    }
}
