package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.tail.ExcludedProjects;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tokens of each Codex rollout against those of {@link Ccusage}. Skipped without it. They differ in a rollout of two
 * sessions, whose equal counts ccusage takes for one, and in rollouts of subagents that it does not list. Prints
 * those.
 */
class CodexCcusageIT {
    private static final Path CORPUS = Path.of("../shared/corpus-codex");

    @BeforeEach
    void bothAreThere() {
        assumeThat(CORPUS).exists();
        Ccusage.assumeThere();
    }

    private static Map<String, Tokens> theirs() throws IOException {
        var home = Map.of("CODEX_HOME", CORPUS.toRealPath().toString());
        var tokens = new TreeMap<String, Tokens>();
        Ccusage.json(home, "codex", "session", "--json", "--offline")
                .path("sessions")
                .forEach(one -> tokens.put(one.path("sessionFile").asText(), tokens(one)));
        return tokens;
    }

    private static Tokens tokens(JsonNode one) {
        return new Tokens(
                one.path("inputTokens").asLong(),
                one.path("outputTokens").asLong(),
                one.path("cacheCreationTokens").asLong(),
                0,
                one.path("cacheReadTokens").asLong());
    }

    /** The tokens of a file, and the sessions in it. */
    private record Used(Tokens tokens, Set<SessionId> sessions, boolean isOfSubagent) {
        static Used of(List<Turn> turns) {
            return new Used(
                    turns.stream().map(turn -> turn.spend().tokens()).reduce(Tokens.ZERO, Tokens::plus),
                    turns.stream().map(turn -> turn.id().sessionId()).collect(Collectors.toSet()),
                    turns.stream().anyMatch(turn -> turn.id().agentId() != null));
        }
    }

    private static Map<String, Used> ours() throws Exception {
        var rules = Config.read(new Environment(Map.of()), Config.Flags.NONE).turnRules();
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        var used = new TreeMap<String, Used>();
        try (var below = Files.walk(CORPUS.resolve("sessions"))) {
            for (var file : below.filter(Files::isRegularFile).toList()) {
                try (var folded = new FileTurns(rules, history).read(List.of(file), LocalFiles.NO_PROGRESS)) {
                    used.put(file.getFileName().toString().replace(".jsonl", ""), Used.of(folded.turns()));
                }
            }
        }
        return used;
    }

    @Test
    void eachRolloutHasTheTokensOfCcusage() throws Exception {
        var theirs = theirs();
        var ours = ours();
        assertThat(ours.keySet()).containsAll(theirs.keySet());
        var different = new TreeMap<>(ours);
        different
                .entrySet()
                .removeIf(one -> one.getValue().tokens().equals(theirs.getOrDefault(one.getKey(), Tokens.ZERO)));
        assertThat(different).allSatisfy((file, used) -> {
            boolean isUnlisted = used.isOfSubagent() && !theirs.containsKey(file);
            assertThat(isUnlisted || used.sessions().size() == 2).isTrue();
        });
        System.out.println(ours.size() + " rollouts, " + different.size() + " differ");
        different.forEach((file, used) -> System.out.println(file + " | " + used + " | " + theirs.get(file)));
    }
}
