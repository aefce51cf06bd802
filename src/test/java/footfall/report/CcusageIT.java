package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.turn.Tokens;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shards;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Usage of transcripts against that of {@link Ccusage}. Skipped without it. Prints a table of the differences,
 * each with its reason.
 */
class CcusageIT {
    private static final String PRICES = "src/test/prices/home";
    private static final String CORPUS = "../shared/corpus";
    private static final String NEWER_CORPUS = "../shared/corpus-claude-2.1.332";
    private static final double MILLIONTH = 0.000_002;

    /** The tokens and cost of a day and model; {@code costUsd} is null without a price. */
    private record Used(Tokens tokens, BigDecimal costUsd) {}

    @BeforeEach
    void ccusageIsThere() {
        Ccusage.assumeThere();
    }

    private static JsonNode ccusage(Path home, String... arguments) throws IOException {
        return Ccusage.json(Map.of("CLAUDE_CONFIG_DIR", home.toRealPath().toString()), arguments);
    }

    private static FileTurns.Folded fold(Path home) throws Exception {
        var rules = Config.read(new Environment(Map.of()), Config.Flags.NONE).turnRules();
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        return new FileTurns(rules, history).read(List.of(home), LocalFiles.NO_PROGRESS);
    }

    private static MergedAnswers answers(FileTurns.Folded folded) {
        return new MergedAnswers(
                Shards.of(List.of(new FileShard(folded))), new AnswerRules(null, null, Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @ValueSource(strings = {PRICES, CORPUS})
    void eachDayAndModelIsThatOfCcusage(String folder) throws Exception {
        var home = Path.of(folder);
        assumeThat(home.resolve("projects")).exists();
        var ours = ours(home);
        var theirs = theirs(ccusage(home, "claude", "daily", "--json", "--offline"));
        var echoes = echoes(home);
        var table = new ArrayList<String>();
        var keys = new TreeSet<>(ours.keySet());
        keys.addAll(theirs.keySet());
        for (var key : keys) {
            var own = ours.getOrDefault(key, new Used(Tokens.ZERO, BigDecimal.ZERO));
            var other = theirs.getOrDefault(key, new Used(Tokens.ZERO, BigDecimal.ZERO));
            var echoed = echoes.getOrDefault(key, Tokens.ZERO);
            assertThat(withoutHours(own.tokens()).plus(echoed)).as(key).isEqualTo(other.tokens());
            table.addAll(differences(key, own, other, echoed));
        }
        System.out.println(folder + ": " + keys.size() + " rows of a day and model, " + table.size() + " differ");
        table.forEach(System.out::println);
    }

    private static List<String> differences(String key, Used own, Used other, Tokens echoed) {
        if (!echoed.equals(Tokens.ZERO)) {
            return List.of(key + " | ccusage counts " + echoed + " more | messages inside progress lines only: echoes "
                    + "of a subagent without a transcript of its own");
        }
        boolean isPriced = own.costUsd() != null && other.costUsd().signum() > 0;
        if (isPriced) {
            assertThat(own.costUsd().doubleValue())
                    .as(key)
                    .isCloseTo(other.costUsd().doubleValue(), within(MILLIONTH));
        }
        boolean isSame = isPriced
                || own.tokens().equals(Tokens.ZERO)
                || own.costUsd() == null && other.costUsd().signum() == 0;
        return isSame
                ? List.of()
                : List.of(key + " | cost " + own.costUsd() + " and " + other.costUsd() + " | only one has a price");
    }

    /** ccusage does not separate cache writes of an hour. */
    private static Tokens withoutHours(Tokens tokens) {
        return new Tokens(tokens.input(), tokens.output(), tokens.cacheCreation(), 0, tokens.cacheRead());
    }

    private static Map<String, Used> ours(Path home) throws Exception {
        try (var folded = fold(home)) {
            var question = new UsageQuestion(List.of(UsageBy.DAY, UsageBy.MODEL), Selection.ALL, ZoneOffset.UTC);
            var bill = answers(folded)
                    .usage(question, new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, false));
            var used = new TreeMap<String, Used>();
            bill.rows().stream()
                    .filter(row -> !row.tokens().equals(Tokens.ZERO))
                    .forEach(row ->
                            used.put(row.key().day() + " " + row.key().model(), new Used(row.tokens(), row.costUsd())));
            return used;
        }
    }

    private static Map<String, Used> theirs(JsonNode json) {
        var used = new TreeMap<String, Used>();
        json.path("daily")
                .forEach(day -> day.path("modelBreakdowns").forEach(model -> {
                    var tokens = new Tokens(
                            model.path("inputTokens").asLong(),
                            model.path("outputTokens").asLong(),
                            model.path("cacheCreationTokens").asLong(),
                            0,
                            model.path("cacheReadTokens").asLong());
                    if (!tokens.equals(Tokens.ZERO)) {
                        var name = day.path("date").asText() + " "
                                + model.path("modelName").asText();
                        used.put(name, new Used(tokens, model.path("cost").decimalValue()));
                    }
                }));
        return used;
    }

    /** Tokens of messages that no line but progress lines has, by day and model. */
    private static Map<String, Tokens> echoes(Path home) throws IOException {
        var own = new HashSet<String>();
        var echoed = new HashMap<String, JsonNode>();
        try (var paths = Files.walk(home.resolve("projects"))) {
            for (var path :
                    paths.filter(file -> file.toString().endsWith(".jsonl")).toList()) {
                for (var line : Files.readAllLines(path, StandardCharsets.ISO_8859_1)) {
                    note(line, own, echoed);
                }
            }
        }
        var sums = new TreeMap<String, Tokens>();
        echoed.forEach((id, line) -> {
            if (!own.contains(id)) {
                var key = line.path("timestamp").asText().substring(0, "2026-01-31".length()) + " "
                        + line.at("/message/model").asText();
                sums.merge(key, tokens(line.at("/message/usage")), Tokens::plus);
            }
        });
        return sums;
    }

    private static void note(String text, HashSet<String> own, HashMap<String, JsonNode> echoed) {
        JsonNode line;
        try {
            line = Json.MAPPER.readTree(text);
        } catch (IOException broken) {
            return;
        }
        if (line.path("type").asText().equals("assistant")) {
            own.add(line.at("/message/id").asText());
        }
        var inner = line.at("/data/message");
        if (line.path("type").asText().equals("progress")
                && inner.at("/message/usage").isObject()) {
            echoed.put(inner.at("/message/id").asText(), inner);
        }
    }

    private static Tokens tokens(JsonNode usage) {
        return new Tokens(
                usage.path("input_tokens").asLong(),
                usage.path("output_tokens").asLong(),
                usage.path("cache_creation_input_tokens").asLong(),
                0,
                usage.path("cache_read_input_tokens").asLong());
    }

    /**
     * {@code ccusage blocks} counts no echoes. A message exactly five hours after the start is in its window there, and
     * opens the next one here.
     */
    @ParameterizedTest
    @ValueSource(strings = {PRICES, CORPUS, NEWER_CORPUS})
    void eachWindowOfFiveHoursIsThatOfCcusage(String folder) throws Exception {
        var home = Path.of(folder);
        assumeThat(home.resolve("projects")).exists();
        var theirs = new ArrayList<String>();
        ccusage(home, "blocks", "--json", "--offline").path("blocks").forEach(block -> {
            if (!block.path("isGap").asBoolean()) {
                var counts = block.path("tokenCounts");
                theirs.add(window(
                        Instant.parse(block.path("startTime").asText()),
                        new Tokens(
                                counts.path("inputTokens").asLong(),
                                counts.path("outputTokens").asLong(),
                                counts.path("cacheCreationInputTokens").asLong(),
                                0,
                                counts.path("cacheReadInputTokens").asLong())));
            }
        });
        try (var folded = fold(home)) {
            var question = new UsageQuestion(List.of(UsageBy.WINDOW), Selection.ALL, ZoneOffset.UTC);
            var bill = answers(folded)
                    .usage(question, new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, false));
            assertThat(bill.rows().stream()
                            .filter(row -> row.key().besideMessages() == null)
                            .map(row -> window(
                                    OffsetDateTime.parse(row.key().window()).toInstant(), withoutHours(row.tokens()))))
                    .containsExactlyElementsOf(theirs);
        }
        System.out.println(folder + ": " + theirs.size() + " windows, each as in ccusage");
    }

    private static String window(Instant start, Tokens tokens) {
        return start + " " + tokens;
    }
}
