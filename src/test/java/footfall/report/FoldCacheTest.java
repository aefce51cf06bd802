package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Turn;
import footfall.view.Filter;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was kept of transcripts says the same as they do, and has none of their content. */
class FoldCacheTest {
    static final RecordBytes JSON = new RecordBytes() {
        @Override
        public byte[] of(Object record) {
            try {
                return Json.MAPPER.writeValueAsString(record).getBytes(StandardCharsets.UTF_8);
            } catch (IOException bug) {
                throw new UncheckedIOException(bug);
            }
        }

        @Override
        public <T> T read(byte[] bytes, Class<T> type) throws IOException {
            return Json.MAPPER.readValue(bytes, type);
        }
    };

    @TempDir
    Path folder;

    private FoldCache cache() {
        return new FoldCache(folder.resolve("cache"), new FoldCache.Limits(1 << 30, 0), "test", JSON);
    }

    private static List<String> answer(Path place, FoldCache cache) throws Exception {
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        try (var folded = new FileTurns(Story.RULES, history, cache).read(List.of(place), NO_PROGRESS)) {
            assertThat(folded.names().stream().map(name -> json(folded.turn(name))))
                    .containsExactlyElementsOf(folded.names().stream()
                            .map(folded::record)
                            .map(FoldCacheTest::json)
                            .toList());
            return folded.names().stream()
                    .map(folded::record)
                    .map(FoldCacheTest::json)
                    .toList();
        }
    }

    /** By every word, of all turns, and of some that each filter selects which needs no steps. */
    private static List<String> usage(Path place, FoldCache cache) throws Exception {
        var history = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        try (var folded = new FileTurns(Story.RULES, history, cache).read(List.of(place), NO_PROGRESS)) {
            return usage(new FileShard(folded));
        }
    }

    private static List<String> usage(Shard shard) throws Filter.InvalidFilter {
        var told = new ArrayList<String>();
        for (var by : UsageBy.values()) {
            told.add(by + " " + shard.usage(new UsageQuestion(List.of(by), Selection.ALL, UTC), Integer.MAX_VALUE));
        }
        for (var filter : List.of(
                Map.of(Filter.MIN_LENGTH, "2"),
                Map.of(Filter.AGENT, "claude"),
                Map.of(Filter.TURN_OUTCOME, "ok"),
                Map.of(Filter.PROJECT, "shop"),
                Map.of(Filter.SINCE, "2026-01-05T10:30:00Z"),
                Map.of(Filter.TOOL, "Bash"))) {
            var question = new UsageQuestion(List.of(UsageBy.DAY, UsageBy.MODEL), Selection.parse(filter), UTC);
            assertThat(question.needsSteps()).isEqualTo(filter.containsKey(Filter.TOOL));
            told.add(filter + " " + shard.usage(question, Integer.MAX_VALUE));
        }
        return told;
    }

    private static String json(Object record) {
        return new String(record instanceof byte[] json ? json : JSON.of((Turn) record), StandardCharsets.UTF_8);
    }

    @Test
    void everyStoryIsToldAgain() throws Exception {
        for (var story : Story.all()) {
            var told = answer(story.folder(), FoldCache.none());
            var used = usage(story.folder(), FoldCache.none());
            assertThat(answer(story.folder(), cache())).as(story.sentence()).isEqualTo(told);
            assertThat(answer(story.folder(), cache())).as(story.sentence()).isEqualTo(told);
            assertThat(usage(story.folder(), cache())).as(story.sentence()).isEqualTo(used);
        }
    }

    @Test
    void aFileWithLinesOfTwoSessionsKeepsNoTurnsOfEitherOnceItIsGone() throws Exception {
        var home = Files.createDirectory(folder.resolve("home"));
        var a = work(session("a"), 0);
        var b = work(session("b"), 10);
        Files.write(home.resolve("a.jsonl"), a.lines());
        Files.write(home.resolve("b.jsonl"), b.lines());
        var both = Files.write(home.resolve("c.jsonl"), work(b, 20).lines().subList(2, 4));
        Files.write(both, work(a, 30).lines().subList(2, 4), StandardOpenOption.APPEND);
        var told = answer(home, FoldCache.none());
        assertThat(told).hasSize(4);
        assertThat(answer(home, cache())).isEqualTo(told);
        Files.delete(both);
        assertThat(answer(home, cache()))
                .isEqualTo(answer(home, FoldCache.none()))
                .hasSize(2);
    }

    private static Transcripts work(Transcripts lines, int at) {
        return lines.prompt(at, "go").assistant(at + 1, "m" + at, use("Bash", "t" + at));
    }

    @Test
    void aSessionOfADatabaseIsKeptUntilItGoesOnOrIsDeleted() throws Exception {
        var file = folder.resolve("opencode.db");
        try (var database = new OpenCodeDatabase(file)) {
            failed(database, "ses_a", "bash");
            failed(database, "ses_b", "bash");
            isToldAgain(file, 2);
            database.prompt("ses_a", "m3");
            isToldAgain(file, 2);
            database.delete("ses_b");
            isToldAgain(file, 1);
            failed(database, "ses_b", "bash");
            isToldAgain(file, 2);
            database.delete("ses_b"); // As in a database that was put back to an older state.
            failed(database, "ses_b", "grep");
            isToldAgain(file, 2);
        }
    }

    private static void failed(OpenCodeDatabase database, String session, String tool) throws SQLException {
        database.session(session, null, "/work/shop");
        database.prompt(session, "m1");
        database.answer(session, "m2", "m1", "}");
        database.part(
                session,
                "m2",
                "\"type\":\"tool\",\"tool\":\"" + tool + "\",\"state\":{\"status\":\"error\",\"input\":{},"
                        + "\"error\":\"no \\\"such\\\" thing\"}");
    }

    private void isToldAgain(Path file, int groups) throws Exception {
        var told = answer(file, FoldCache.none());
        assertThat(told).isNotEmpty().allMatch(turn -> turn.contains("such"));
        for (int i = 0; i < 2; i++) {
            assertThat(answer(file, cache())).isEqualTo(told);
            try (var kept = Files.list(folder.resolve("cache"))) {
                assertThat(kept)
                        .singleElement()
                        .satisfies(one -> assertThat(Files.readString(one, StandardCharsets.ISO_8859_1))
                                .doesNotContain("such"));
            }
            try (var kept = cache().open(List.of(file) + " " + Story.RULES.usageTimes())) {
                assertThat(kept.groups()).hasSize(groups);
            }
        }
    }

    @Test
    void anErrorIsReadFromItsLineHoweverThatWritesIt() throws Exception {
        var lines = session("s").prompt(0, "go");
        var texts = List.of("plain \"error\"\n", "red \u001B[31merror", "caf\u00E9 error", "");
        for (int i = 0; i < texts.size(); i++) {
            lines.assistant(i + 1, "m" + i, use("Bash", "t" + i)).failed(i + 1, "t" + i, texts.get(i));
        }
        // As JavaScript and Python write the same characters.
        var file = folder.resolve("s.jsonl");
        Files.writeString(
                file,
                (String.join("\n", lines.lines()) + "\n")
                        .replace("\\u001B", "\\u001b")
                        .replace("\u00E9", "\\u00e9"));
        var told = answer(file, FoldCache.none());
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).contains("plain \\\"error\\\"", "red \\u001B[31merror", "caf\u00E9 error");
        assertThat(answer(file, cache())).isEqualTo(told);
        try (var kept = Files.list(folder.resolve("cache"))) {
            assertThat(kept)
                    .singleElement()
                    .satisfies(one -> assertThat(Files.readString(one, StandardCharsets.ISO_8859_1))
                            .contains("\"error\":\"0\"")
                            .doesNotContain("plain"));
        }
        assertThat(answer(file, cache())).isEqualTo(told);
    }
}
