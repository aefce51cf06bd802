package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Story;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shards;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prints a table of homes: the tokens and the cost by footfall, by {@link Ccusage}, and by the program's own totals.
 * Each difference must be one of {@code bills.tsv}, which has its reason. Skipped without ccusage; corpora that are not
 * there have no row. Homes that {@code src/agents/run --keep} left in the folder {@code footfall.homes} have rows only,
 * because their costs change with each release of an agent.
 */
class BillTableIT {
    private static final Path SHARED = Path.of("..", "shared");
    private static final Path REASONS = Path.of("src", "test", "prices", "bills.tsv");

    /** Stories of what makes bills differ, each a made home. The costs that programs reckon there are made up. */
    private static final List<String> TRAITS = List.of(
            "fast-mode-and-regions",
            "requests-beside-a-message",
            "cache-writes-by-their-parts",
            "the-total-of-the-program",
            "message-over-two-turns",
            "stream-output-with-results",
            "codex-fork");

    private static final String KEPT = "kept: ";

    @TempDir
    Path made;

    private enum Agent {
        CLAUDE("projects", "CLAUDE_CONFIG_DIR", "daily"),
        CODEX("sessions", "CODEX_HOME", "session"),
        COPILOT("session-state", "COPILOT_HOME", "session");

        private final String folder;
        private final String variable;
        private final String report;

        Agent(String folder, String variable, String report) {
            this.folder = folder;
            this.variable = variable;
            this.report = report;
        }
    }

    private record Home(String name, Path folder, Agent agent) {
        static Home of(String name, Path folder) {
            for (var agent : Agent.values()) {
                if (Files.exists(folder.resolve(agent.folder))) {
                    return new Home(name, folder, agent);
                }
            }
            return null;
        }

        BillSum ours() throws Exception {
            var rules =
                    Config.read(new Environment(Map.of()), Config.Flags.NONE).turnRules();
            var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
            try (var folded =
                    new FileTurns(rules, history).read(List.of(folder.resolve(agent.folder)), LocalFiles.NO_PROGRESS)) {
                var shards = Shards.of(List.of(new FileShard(folded)));
                var total = new MergedAnswers(shards, new AnswerRules(null, null, Integer.MAX_VALUE))
                        .usage(
                                new UsageQuestion(List.of(UsageBy.MODEL), Selection.ALL, ZoneOffset.UTC),
                                new UsageBill.Order(null, Integer.MAX_VALUE, false))
                        .total();
                return new BillSum(total.tokens().total(), total.costUsd());
            }
        }

        BillSum ccusage() throws IOException {
            var home = Map.of(agent.variable, folder.toRealPath().toString());
            var words = agent.name().toLowerCase(Locale.ROOT);
            var totals = Ccusage.json(home, words, agent.report, "--json", "--offline")
                    .path("totals");
            return BillSum.of(
                    totals.path("totalTokens").asLong(),
                    totals.has("totalCost") ? totals.path("totalCost") : totals.path("costUSD"));
        }

        /** The program's own totals; nothing where it writes none. */
        BillSum own() throws IOException {
            var sum = BillSum.NOTHING;
            try (var files = Files.walk(folder.resolve(agent.folder))) {
                for (var file : files.filter(path -> path.toString().endsWith(".jsonl"))
                        .sorted()
                        .toList()) {
                    sum = sum.plus(own(lines(file)));
                }
            }
            return sum;
        }

        private BillSum own(List<JsonNode> lines) {
            return switch (agent) {
                case CLAUDE -> last(lines, "cost-state").plus(results(lines));
                case CODEX ->
                    lines.stream()
                            .map(line -> line.at("/payload/info/total_token_usage"))
                            .filter(JsonNode::isObject)
                            .reduce((one, next) -> next)
                            .map(total -> new BillSum(
                                    total.path("input_tokens").asLong()
                                            + total.path("output_tokens").asLong(),
                                    null))
                            .orElse(BillSum.NOTHING);
                case COPILOT ->
                    lines.stream()
                            .filter(line -> line.path("type").asText().equals("session.shutdown"))
                            .flatMap(line -> each(line.at("/data/modelMetrics")))
                            .map(model -> model.path("usage"))
                            .map(used -> new BillSum(
                                    used.path("inputTokens").asLong()
                                            + used.path("outputTokens").asLong(),
                                    null))
                            .reduce(BillSum.NOTHING, BillSum::plus);
            };
        }

        private static BillSum last(List<JsonNode> lines, String type) {
            return lines.stream()
                    .filter(line -> line.path("type").asText().equals(type))
                    .reduce((one, next) -> next)
                    .map(line -> BillSum.of(
                            each(line.path("modelUsage"))
                                    .flatMap(model -> Stream.of(
                                                    "inputTokens",
                                                    "outputTokens",
                                                    "cacheReadInputTokens",
                                                    "cacheCreationInputTokens")
                                            .map(model::path))
                                    .mapToLong(JsonNode::asLong)
                                    .sum(),
                            line.path("totalCostUSD")))
                    .orElse(BillSum.NOTHING);
        }

        private static BillSum results(List<JsonNode> lines) {
            return lines.stream()
                    .filter(line -> line.path("type").asText().equals("result"))
                    .map(line -> BillSum.of(
                            Stream.of(
                                            "input_tokens",
                                            "output_tokens",
                                            "cache_read_input_tokens",
                                            "cache_creation_input_tokens")
                                    .mapToLong(name ->
                                            line.path("usage").path(name).asLong())
                                    .sum(),
                            line.path("total_cost_usd")))
                    .reduce(BillSum.NOTHING, BillSum::plus);
        }

        private static Stream<JsonNode> each(JsonNode object) {
            return StreamSupport.stream(object.spliterator(), false);
        }
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        var lines = new ArrayList<JsonNode>();
        for (var line : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n")) {
            try {
                lines.add(Json.MAPPER.readTree(line));
            } catch (IOException broken) {
                // A line that is being written.
            }
        }
        return lines;
    }

    /** ccusage reads no JSON with spaces between its words. */
    private Home home(String story) throws IOException {
        var from = Story.ALL.resolve(story);
        var to = made.resolve(story);
        try (var files = Files.walk(from)) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                var place = from.relativize(file).toString();
                var target = to.resolve(place.equals("transcript.jsonl") ? "projects/-w/s1.jsonl" : place);
                Files.createDirectories(target.getParent());
                var text = new StringBuilder();
                for (var line : lines(file)) {
                    text.append(named(line)).append('\n');
                }
                Files.writeString(target, text);
            }
        }
        return Home.of(story, to);
    }

    /** By the IDs of a message and its request, ccusage knows lines that repeat it. */
    private static JsonNode named(JsonNode line) {
        var id = line.at("/message/id");
        if (line instanceof ObjectNode object && id.isTextual() && !line.has("requestId")) {
            object.put("requestId", "req-" + id.asText());
        }
        return line;
    }

    private List<Home> homes() throws IOException {
        var homes = new ArrayList<Home>();
        homes.add(Home.of("prices", Path.of("src", "test", "prices", "home")));
        for (var name : List.of("corpus", "corpus-claude-2.1.332", "corpus-codex", "corpus-copilot")) {
            homes.add(Home.of(name, SHARED.resolve(name)));
        }
        for (var story : TRAITS) {
            homes.add(home(story));
        }
        homes.addAll(kept());
        homes.removeIf(home -> home == null);
        return homes;
    }

    private static List<Home> kept() throws IOException {
        var folder = System.getProperty("footfall.homes");
        if (folder == null) {
            return List.of();
        }
        try (var scenarios = Files.list(Path.of(folder))) {
            return scenarios
                    .sorted()
                    .map(scenario -> Home.of(KEPT + scenario.getFileName(), scenario.resolve("home")))
                    .toList();
        }
    }

    private static Map<String, String> reasons() throws IOException {
        var reasons = new LinkedHashMap<String, String>();
        for (var line : Files.readAllLines(REASONS)) {
            if (!line.startsWith("#")) {
                int reason = line.lastIndexOf('\t');
                reasons.put(line.substring(0, reason), line.substring(reason + 1));
            }
        }
        return reasons;
    }

    @Test
    void eachDifferenceOfABillHasAReason() throws Exception {
        Ccusage.assumeThere();
        var reasons = reasons();
        var found = new ArrayList<String>();
        var names = new ArrayList<String>();
        System.out.println("home | footfall | ccusage | its own total (tokens / USD)");
        for (var home : homes()) {
            var ours = home.ours();
            var ccusage = home.ccusage();
            var own = home.own();
            names.add(home.name());
            System.out.println(
                    home.name() + " | " + ours + " | " + ccusage + " | " + (own.tokens() == 0 ? "none" : own));
            var differences = new LinkedHashMap<String, String>();
            differences.put("ccusage", ccusage.moreThan(ours));
            differences.put("own", own.tokens() == 0 ? null : own.moreThan(ours));
            differences.forEach((who, more) -> {
                if (more != null) {
                    var difference = home.name() + "\t" + who + "\t" + more;
                    if (!home.name().startsWith(KEPT)) {
                        found.add(difference);
                    }
                    System.out.println(
                            "    " + difference.replace('\t', ' ') + ": " + reasons.getOrDefault(difference, "-"));
                }
            });
        }
        var expected = reasons.keySet().stream()
                .filter(one -> names.contains(one.substring(0, one.indexOf('\t'))))
                .toList();
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }
}
