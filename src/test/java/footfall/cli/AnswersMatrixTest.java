package footfall.cli;

import static footfall.report.LocalFiles.NO_PROGRESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.desire.Comparison;
import footfall.desire.Desire;
import footfall.report.FileShard;
import footfall.report.FileTurns;
import footfall.report.History;
import footfall.report.TurnRef;
import footfall.tail.ExcludedProjects;
import footfall.testkit.AnswersMatrix;
import footfall.testkit.AnswersMatrix.Question;
import footfall.testkit.LongSuite;
import footfall.testkit.Story;
import footfall.turn.TurnRules;
import footfall.view.Answers.MarkedDesire;
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Shards;
import footfall.wire.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every question with every filter over files, against a scan over the JSON of all turns. */
class AnswersMatrixTest {
    private static final Path CORPUS = Path.of("..", "shared", "corpus");

    @TempDir
    Path folder;

    private interface Check {
        void of(FileTurns.Folded folded, AnswersMatrix matrix) throws Exception;
    }

    private static void over(Path place, TurnRules rules, Check check) throws Exception {
        var history = new History(2, 1 << 26, ExcludedProjects.NONE);
        try (var folded = new FileTurns(rules, history).read(List.of(place), NO_PROGRESS)) {
            var matrix =
                    new AnswersMatrix(folded.turns(), folded.besideMessages(), turn -> folded.walk(TurnRef.of(turn)));
            check.of(folded, matrix);
        }
    }

    private static void answersAgree(FileTurns.Folded folded, AnswersMatrix matrix) {
        var rules = new AnswerRules(AnswersMatrix.RULES, AnswersMatrix.ALIASES, Integer.MAX_VALUE);
        var answers = new MergedAnswers(Shards.of(List.of(new FileShard(folded))), rules);
        var cases = new ArrayList<>(matrix.single());
        cases.addAll(matrix.pairs(3));
        for (var filters : cases) {
            for (var question : Question.values()) {
                assertThat(AnswersMatrix.asked(answers, question, filters))
                        .as(question + " " + filters)
                        .isEqualTo(matrix.expected(question, filters));
            }
        }
    }

    @Test
    @LongSuite
    void theAnswersOverTheCorpusAreThoseOfAScan() throws Exception {
        assumeThat(CORPUS).exists();
        over(CORPUS, Story.RULES, AnswersMatrixTest::answersAgree);
    }

    @Test
    void theAnswersOverTheStoriesAreThoseOfAScan() throws Exception {
        over(Story.ALL, Story.RULES, AnswersMatrixTest::answersAgree);
    }

    /** From files and from a processor. One answers 200 requests at once, so each case has its own. */
    @Test
    @LongSuite
    void everyCommandTakesEveryFilter() throws Exception {
        var settings = Files.createDirectories(folder.resolve(".footfall")).resolve("config.toml");
        Files.writeString(settings, """
                desire_min_turns = 1
                desire_min_sessions = 1
                [aliases]
                Read = "look"
                """);
        var place = Story.ALL.resolve("how-calls-fail");
        var terminal = new Terminal(folder);
        over(place, Story.RULES, (folded, matrix) -> {
            var rules = new AnswerRules(AnswersMatrix.RULES, AnswersMatrix.ALIASES, Integer.MAX_VALUE);
            for (var filters : matrix.single()) {
                try (var server = ProcessorRecords.serve(folded, rules, Optional.empty())) {
                    for (var question : Question.values()) {
                        if (question == Question.COVERAGE && filters.containsKey(Filter.CATEGORY)) {
                            continue; // The command selects desires by it, which contradicts --coverage.
                        }
                        var expected = json(expected(matrix, question, filters));
                        var words = words(question, filters);
                        assertThat(terminal.run(with(words, "--from", place.toString()))
                                        .out())
                                .as(String.join(" ", words))
                                .isEqualTo(expected);
                        assertThat(terminal.run(with(words, "--server", server.url()))
                                        .out())
                                .as("by HTTP: " + String.join(" ", words))
                                .isEqualTo(expected);
                    }
                }
            }
        });
    }

    /** The category of {@code desires} selects desires, not the turns that they are counted in. */
    private static List<?> expected(AnswersMatrix matrix, Question question, Map<Filter, String> filters) {
        var category = filters.get(Filter.CATEGORY);
        return question.name().startsWith("DESIRES") && category != null
                ? matrix.expected(question, Map.of()).stream()
                        .filter(desire -> category(desire).equals(category))
                        .toList()
                : matrix.expected(question, filters);
    }

    private static String category(Object desire) {
        if (desire instanceof MarkedDesire marked) {
            return marked.desire().category();
        }
        return desire instanceof Comparison compared ? compared.category() : ((Desire) desire).category();
    }

    private static String[] with(List<String> words, String... more) {
        return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
    }

    private static List<String> words(Question question, Map<Filter, String> filters) {
        var words = new ArrayList<>(question.words());
        words.addAll(List.of("--json", "--min-length", filters.getOrDefault(Filter.MIN_LENGTH, "0")));
        filters.forEach((filter, value) -> {
            boolean isOfGroups = question == Question.DESIRES_COMPARED
                    && List.of(Filter.SINCE, Filter.UNTIL).contains(filter);
            if (filter != Filter.MIN_LENGTH && !isOfGroups) {
                words.addAll(List.of(FilterOptions.name(filter), value));
            }
        });
        return words;
    }

    private static String json(List<?> records) {
        return records.stream()
                .map(record -> new String(Json.bytes(record), StandardCharsets.UTF_8))
                .collect(Collectors.joining(",\n", "[", "]\n"));
    }
}
