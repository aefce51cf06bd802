package footfall.report;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.call.LineText;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.report.FileFind.FindQuestion;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Folders;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * A text that is planted in a transcript, in any JSON form, is found once and in its turn; and not found where
 * texts are not searched. The session is in several files, beside others.
 */
class FileFindProperties {
    private static final History HISTORY = new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);

    private Path folder;

    /** Where a text is planted; {@code where} is null when it is not to be found. */
    private enum Spot {
        PROMPT(LineText.Where.PROMPT, "user", "\"uuid\":\"planted\",\"message\":{\"role\":\"user\",\"content\":%s}"),
        BLOCK(
                LineText.Where.PROMPT,
                "user",
                "\"uuid\":\"planted\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":%s}]}"),
        COMMAND(LineText.Where.COMMAND, "assistant", call("Bash", "\"command\":%s")),
        FILE(LineText.Where.PATH, "assistant", call("Edit", "\"old_string\":\"\",\"file_path\":%s")),
        FOLDER(LineText.Where.PATH, "assistant", call("Grep", "\"path\":%s")),
        PATTERN(LineText.Where.QUERY, "assistant", call("Grep", "\"pattern\":%s,\"path\":\"src\"")),
        ERROR(LineText.Where.ERROR, "user", result("\"is_error\":true,\"content\":%s")),
        ANSWER(null, "assistant", "\"message\":{\"content\":[{\"type\":\"text\",\"text\":%s}]}"),
        CONTENT(null, "assistant", call("Write", "\"file_path\":\"a\",\"content\":%s")),
        RESULT(null, "user", result("\"content\":%s")),
        BRANCH(null, "user", "\"gitBranch\":%s,\"message\":{\"content\":\"hello\"}"),
        INJECTED(null, "user", "\"isMeta\":true,\"message\":{\"content\":%s}");

        private final LineText.Where where;
        private final String type;
        private final String form;

        Spot(LineText.Where where, String type, String form) {
            this.where = where;
            this.type = type;
            this.form = form;
        }

        private static String call(String tool, String input) {
            var other = "{\"type\":\"tool_use\",\"id\":\"other\",\"name\":\"Glob\",\"input\":{}}";
            var planted =
                    "{\"type\":\"tool_use\",\"id\":\"planted\",\"name\":\"" + tool + "\",\"input\":{" + input + "}}";
            return "\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"ok\"}," + other + "," + planted + "]}";
        }

        private static String result(String rest) {
            return "\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"planted\"," + rest + "}]}";
        }

        /** The lines, with {@code json} in the place of the text. */
        List<String> lines(String json) {
            var planted = line(type, form.replace("%s", json));
            return form.startsWith("\"message\":{\"content\":[{\"type\":\"tool_result\"")
                    ? List.of(line("assistant", call("Bash", "")), planted)
                    : List.of(planted);
        }

        private static String line(String type, String rest) {
            return "{\"type\":\"" + type + "\",\"sessionId\":\"s1\",\"timestamp\":\"2026-01-05T10:00:00Z\"," + rest
                    + "}";
        }
    }

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @Provide
    Arbitrary<String> around() {
        return Arbitraries.strings()
                .withChars("aZ 0\"\\/\n\t\u0000\u001b\u007fé\u2028漢")
                .ofMaxLength(12)
                .map(text -> text.replace("Z", "\uD83D\uDE00"));
    }

    @Provide
    Arbitrary<String> needles() {
        return Arbitraries.strings().withChars("xQ \"\\/\nés漢").ofMaxLength(5).map(text -> "zq" + text + "j");
    }

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-find");
    }

    @AfterTry
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    void aPlantedTextIsFoundOnceInItsTurn(
            @ForAll("scripts") Script script,
            @ForAll Spot spot,
            @ForAll("needles") String needle,
            @ForAll("around") String around,
            @ForAll long seed)
            throws Exception {
        var random = new Random(seed);
        var text = around + needle + around;
        write(script, spot.lines(JsonForms.of(text, random)), random);
        var pattern = random.nextBoolean()
                ? TextPattern.literal(needle, false)
                : TextPattern.literal(random.nextBoolean() ? needle : needle.toUpperCase(Locale.ROOT), true);
        var found = find(pattern);
        if (spot.where == null) {
            assertThat(found.findings()).isEmpty();
            return;
        }
        assertThat(found.matches()).isEqualTo(1);
        assertThat(found.sessions()).containsExactly("s1");
        assertThat(found.findings()).hasSize(1);
        var one = found.findings().get(0);
        assertThat(one.where()).isEqualTo(spot.where);
        assertThat(text.strip()).contains(one.text().strip());
        assertThat(pattern.in(text)
                        .map(at -> text.substring(at).startsWith(one.text().substring(one.matchAt()))))
                .contains(true);
        assertThat(Arrays.asList(one.turn() == null ? null : one.turn().turnId(), one.sequence()))
                .isEqualTo(expected(spot));
    }

    /** In two files of the session, whose lines go on in the second, beside another session and a copy. */
    private void write(Script script, List<String> planted, Random random) throws IOException {
        var lines = new ArrayList<>(script.transcript("s1").lines());
        if (random.nextInt(8) == 0) {
            lines.add("{\"type\":\"hologram\",\"x\":\"" + "\\\\u0041".repeat(random.nextInt(60_000)) + "\"}");
        }
        lines.addAll(random.nextInt(lines.size() + 1), planted);
        int cut = random.nextInt(lines.size() + 1);
        var project = Files.createDirectories(folder.resolve("projects/p"));
        var first = String.join("\n", lines.subList(0, cut)) + "\n";
        Files.writeString(project.resolve("s1.jsonl"), first);
        Files.writeString(project.resolve("s9.jsonl"), String.join("\n", lines.subList(cut, lines.size())));
        Files.write(project.resolve("s2.jsonl"), script.transcript("s2").bytes());
        if (random.nextBoolean() && cut > 0) {
            Files.writeString(
                    Files.createDirectories(folder.resolve("projects/q")).resolve("s1.jsonl"), first);
        }
    }

    private FileFind.Found find(TextPattern pattern) throws InterruptedException {
        var question = new FindQuestion(
                pattern, EnumSet.allOf(LineText.Where.class), null, null, session -> true, null, null, null);
        return new FileFind(Story.RULES, HISTORY)
                .find(List.of(folder), question, FileFind.Limits.ofMatches(10), NO_PROGRESS);
    }

    /** The turn and sequence of what was planted, among the turns of all files. */
    private List<Object> expected(Spot spot) throws Exception {
        try (var folded = new FileTurns(Story.RULES, HISTORY).read(List.of(folder), NO_PROGRESS)) {
            for (var turn : folded.turns()) {
                if ("planted".equals(turn.prompt().promptUuid())) {
                    return Arrays.asList(turn.id().turnId(), null);
                }
                for (var step : turn.steps()) {
                    boolean isDone = step.result().outcome() != Outcome.PENDING;
                    if ("planted".equals(step.use().toolUseId()) && (isDone || spot != Spot.ERROR)) {
                        return List.of(turn.id().turnId(), step.sequence());
                    }
                }
            }
        }
        return Arrays.asList(null, null);
    }
}
