package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.OpenCodeDatabase;
import footfall.turn.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tokens of each session of Gemini CLI and OpenCode, and of each subagent, which is a session there, against those of
 * {@link Ccusage}. Skipped without it. What differs is computed from the transcripts themselves.
 */
class TrailCcusageIT {
    private static final Path GEMINI = Path.of("../shared/corpus-gemini");
    private static final Path OPENCODE = Path.of("../shared/corpus-opencode");

    /** Sessions that began with the messages of another one ({@code --session-file}). */
    private static final Map<String, String> BEGUN_WITH =
            Map.of("b4832377-241b-48d1-bbe6-0ed8a95ecaff", "b5569f73-ed7b-4030-8ff0-1782b1cca9ee");

    private static final String TOKENS = "json_extract(data, '$.%1$stokens.input'),"
            + " json_extract(data, '$.%1$stokens.output') + json_extract(data, '$.%1$stokens.reasoning'),"
            + " json_extract(data, '$.%1$stokens.cache.write'), json_extract(data, '$.%1$stokens.cache.read')";

    /** The latest event of each message that has no row any more. */
    private static final String UNDONE = "SELECT aggregate_id, " + String.format(TOKENS, "info.") + " FROM event"
            + " WHERE type = 'message.updated.1' AND json_extract(data, '$.info.id') NOT IN (SELECT id FROM message)"
            + " GROUP BY json_extract(data, '$.info.id') HAVING seq = max(seq)";

    /** Messages that are older than their session. */
    private static final String COPIED = "SELECT session_id, " + String.format(TOKENS, "") + " FROM message"
            + " JOIN session ON session.id = session_id WHERE message.time_created < session.time_created";

    @TempDir
    Path folder;

    @BeforeEach
    void ccusageIsThere() {
        Ccusage.assumeThere();
    }

    /** By session or subagent. Thoughts and reasoning are only in the totals. */
    private static Map<String, Tokens> theirs(String agent, Map<String, String> variables) throws IOException {
        var used = new TreeMap<String, Tokens>();
        for (var one :
                Ccusage.json(variables, agent, "session", "--json", "--offline").path("sessions")) {
            used.put(one.path("sessionId").asText(), tokens(one));
        }
        return used;
    }

    private static Tokens tokens(JsonNode one) {
        long input = one.path("inputTokens").asLong();
        long written = one.path("cacheCreationTokens").asLong();
        long read = one.path("cacheReadTokens").asLong();
        return new Tokens(input, one.path("totalTokens").asLong() - input - written - read, written, 0, read);
    }

    private static Map<String, Tokens> ours(Path place) throws Exception {
        var rules = Config.read(new Environment(Map.of()), Config.Flags.NONE).turnRules();
        var history = new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE);
        var used = new TreeMap<String, Tokens>();
        try (var folded = new FileTurns(rules, history).read(List.of(place), LocalFiles.NO_PROGRESS)) {
            for (var turn : folded.turns()) {
                var agent = turn.id().agentId();
                var trail = agent == null ? turn.id().sessionId().value() : agent;
                if (turn.prompt().copyOf() == null) { // As in usage.
                    used.merge(trail, turn.spend().tokens(), Tokens::plus);
                }
            }
            for (var session : folded.besideMessages()) {
                session.tokens().forEach(one -> used.merge(session.session().value(), one.tokens(), Tokens::plus));
            }
        }
        used.values().removeIf(Tokens.ZERO::equals);
        return used;
    }

    @Test
    void eachSessionOfGeminiHasTheTokensOfCcusage() throws Exception {
        assumeThat(GEMINI).exists();
        int equal = 0;
        for (var home : List.of("h1", "h2", "h3", "h4", "h5")) {
            var path = GEMINI.resolve(home).toRealPath();
            var ours = ours(path.resolve(".gemini"));
            var repeating = new TreeMap<>(ours);
            BEGUN_WITH.forEach(
                    (session, origin) -> repeating.computeIfPresent(session, (id, own) -> own.plus(ours.get(origin))));
            assertThat(repeating).as(home).isEqualTo(theirs("gemini", Map.of("HOME", path.toString())));
            equal += ours.size();
        }
        assertThat(equal).isEqualTo(32);
    }

    @Test
    void eachSessionOfOpenCodeHasTheTokensOfCcusage() throws Exception {
        assumeThat(OPENCODE).exists();
        var database = Files.copy(OPENCODE.resolve("opencode.db"), folder.resolve("opencode.db"));
        var ours = ours(OPENCODE);
        sums(database, COPIED).forEach((session, copied) -> ours.merge(session, copied, Tokens::plus));
        var theirs = theirs("opencode", Map.of("OPENCODE_DATA_DIR", folder.toString()));
        sums(database, UNDONE).forEach((session, undone) -> theirs.merge(session, undone, Tokens::plus));
        assertThat(ours).hasSize(16).isEqualTo(theirs);
    }

    /** By session. */
    private static Map<String, Tokens> sums(Path database, String query) throws SQLException {
        var sums = new TreeMap<String, Tokens>();
        try (var connection = OpenCodeDatabase.connection("jdbc:sqlite:" + database);
                var rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                var tokens = new Tokens(rows.getLong(2), rows.getLong(3), rows.getLong(4), 0, rows.getLong(5));
                sums.merge(rows.getString(1), tokens, Tokens::plus);
            }
        }
        sums.values().removeIf(Tokens.ZERO::equals);
        assertThat(sums).isNotEmpty();
        return sums;
    }
}
