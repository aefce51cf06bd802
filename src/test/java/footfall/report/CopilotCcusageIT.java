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
import footfall.view.Filter;
import footfall.view.MergedAnswers;
import footfall.view.MergedAnswers.AnswerRules;
import footfall.view.Selection;
import footfall.view.Shards;
import footfall.view.UsageBill;
import footfall.view.UsageBy;
import footfall.view.UsageQuestion;
import footfall.view.UsageRow;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Usage of each Copilot session against that of {@link Ccusage}. Skipped without it. Prints the differences, each with
 * its reason.
 */
class CopilotCcusageIT {
    private static final Path CORPUS = Path.of("../shared/corpus-copilot");
    private static final double MILLIONTH = 0.000_002;

    @BeforeEach
    void bothAreThere() {
        assumeThat(CORPUS).exists();
        Ccusage.assumeThere();
    }

    private record Used(Tokens tokens, double costUsd) {}

    private static Map<String, Used> theirs() throws IOException {
        var home = Map.of("COPILOT_HOME", CORPUS.toRealPath().toString());
        var used = new TreeMap<String, Used>();
        Ccusage.json(home, "copilot", "session", "--json", "--offline")
                .path("sessions")
                .forEach(one -> used.put(
                        one.path("sessionId").asText(),
                        new Used(tokens(one), one.path("totalCost").asDouble())));
        return used;
    }

    private static Tokens tokens(JsonNode one) {
        return new Tokens(
                one.path("inputTokens").asLong(),
                one.path("outputTokens").asLong(),
                one.path("cacheCreationTokens").asLong(),
                0,
                one.path("cacheReadTokens").asLong());
    }

    /** What a file says about its sessions. */
    private record Events(List<JsonNode> events) {
        static Events of(Path file) throws IOException {
            var events = new ArrayList<JsonNode>();
            for (var line : Files.readAllLines(file)) {
                events.add(Json.MAPPER.readTree(line));
            }
            return new Events(events);
        }

        private List<JsonNode> data(String type) {
            return events.stream()
                    .filter(event -> event.path("type").asText().equals(type))
                    .map(event -> event.path("data"))
                    .toList();
        }

        boolean hasOneSession() {
            return data("session.start").size() == 1;
        }

        boolean isRewound() {
            return data("session.info").stream()
                    .anyMatch(info -> info.path("infoType").asText().equals("rewind"));
        }

        boolean isCounted() {
            return data("session.shutdown").stream()
                    .anyMatch(end -> !end.path("modelMetrics").isEmpty());
        }

        Tokens compactions() {
            return data("session.compaction_complete").stream()
                    .map(compaction -> compaction.path("compactionTokensUsed"))
                    .map(used -> new Tokens(
                            used.path("inputTokens").asLong()
                                    - used.path("cacheReadTokens").asLong()
                                    - used.path("cacheWriteTokens").asLong(),
                            used.path("outputTokens").asLong(),
                            used.path("cacheWriteTokens").asLong(),
                            0,
                            used.path("cacheReadTokens").asLong()))
                    .reduce(Tokens.ZERO, Tokens::plus);
        }
    }

    private static Map<String, UsageRow> ours() throws Exception {
        var rules = Config.read(new Environment(Map.of()), Config.Flags.NONE).turnRules();
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        try (var folded =
                new FileTurns(rules, history).read(List.of(CORPUS.resolve("session-state")), LocalFiles.NO_PROGRESS)) {
            var question = new UsageQuestion(List.of(UsageBy.SESSION), Selection.ALL, ZoneOffset.UTC);
            var order = new UsageBill.Order(UsageBill.UsageSort.NAME, Integer.MAX_VALUE, false);
            var used = new TreeMap<String, UsageRow>();
            var answers = new MergedAnswers(
                    Shards.of(List.of(new FileShard(folded))), new AnswerRules(null, null, Integer.MAX_VALUE));
            for (var row : answers.usage(question, order).rows()) {
                var session = row.key().session();
                var ofSession =
                        new UsageQuestion(question.by(), Selection.ALL.with(Filter.SESSION, session), ZoneOffset.UTC);
                used.put(session, answers.usage(ofSession, order).total()); // With what is beside messages.
            }
            return used;
        }
    }

    @Test
    void eachSessionHasTheTokensAndCostOfCcusage() throws Exception {
        var theirs = theirs();
        var ours = ours();
        int equal = 0;
        try (var folders = Files.list(CORPUS.resolve("session-state"))) {
            for (var folder : folders.sorted().toList()) {
                var session = folder.getFileName().toString();
                var reason =
                        difference(Events.of(folder.resolve("events.jsonl")), ours.get(session), theirs.get(session));
                equal += reason == null ? 1 : 0;
                if (reason != null) {
                    System.out.println(
                            session + " | " + reason + " | " + shown(ours.get(session)) + " | " + theirs.get(session));
                }
            }
        }
        System.out.println(equal + " sessions have the tokens of ccusage");
        assertThat(equal).isGreaterThan(20);
    }

    private static String shown(UsageRow row) {
        return row == null ? "nothing" : row.tokens() + " " + row.costUsd() + " USD";
    }

    /** The reason why they differ, null if they do not. */
    private static String difference(Events events, UsageRow own, Used other) {
        if (!events.hasOneSession()) {
            return "several sessions in a file: ccusage takes the largest counts";
        } else if (!events.isCounted()) {
            assertThat(other).isNull();
            return own.tokens().total() == 0 ? null : "no counters: the input is not known, and ccusage lists nothing";
        } else if (events.isRewound() && own.tokens().output() > other.tokens().output()) {
            assertThat(own.tokens().request()).isEqualTo(other.tokens().request());
            assertThat(own.costUsd().doubleValue()).isCloseTo(other.costUsd(), within(MILLIONTH));
            return "rewound: the counters do not contain the output before";
        }
        var compactions = events.compactions();
        assertThat(own.tokens().withZeros()).isEqualTo(other.tokens().plus(compactions));
        if (!compactions.equals(Tokens.ZERO)) {
            return "ccusage omits compactions";
        }
        if (own.unpricedModels().isEmpty()) {
            assertThat(own.costUsd().doubleValue()).isCloseTo(other.costUsd(), within(MILLIONTH));
        }
        return null;
    }
}
