package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.testkit.Defaults;
import footfall.testkit.OpenCodeDatabase;
import footfall.testkit.OpenCodeFiles;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.FoldRows;
import footfall.turn.Tokens;
import footfall.wire.Forget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state of resolvers, and tokens that only a session knows, are forgotten too. */
class ForgetAgentsThroughTheDriverTest {
    private static final Byte[] STUBS = {FoldRows.TRAIL.code(), StoreRows.DueRows.OF_TRAILS};
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SOON = Duration.ofSeconds(6);
    private static final Path CODEX = Path.of("src/test/resources/codex");
    private static final String THREAD = "019e2f00-0000-7000-8000-000000000001";
    private static final String COPILOT = "6a1c0000-0000-4000-8000-000000000001";

    /** Records count the requests of the session, as of its file, so that messages do not. */
    private static final Tokens OUTPUT = new Tokens(0, 0, 0, 0, 0);

    @TempDir
    Path folder;

    private Path codex;
    private Path copilot;

    @BeforeEach
    void homes() throws IOException {
        codex = Files.createDirectories(folder.resolve(".codex/sessions/2026/05/01"));
        copilot = Files.createDirectories(folder.resolve(".copilot/session-state/" + COPILOT));
    }

    private Path rollout(String thread) {
        return codex.resolve("rollout-2026-05-01T10-00-00-" + thread + ".jsonl");
    }

    private Driver live() {
        return new Driver(Defaults.topology(Story.RULES), folder.resolve("state"), Transcripts.START);
    }

    private List<Shipment.Sent> sent(Path file) {
        return Shipment.below(file.getParent(), Shipment.BOX).records();
    }

    private static Driver forget(Driver driver, String session) {
        var request = Forget.session("r1", session);
        var headers = new RecordHeaders();
        request.addTo(headers);
        return driver.arrive(request.key(), request.bytes(), headers).pass(LONG);
    }

    /** Of the session, only rows of these kinds are stored; to be asked once. */
    private static void assertStubs(Driver driver, String session, Byte... kinds) {
        assertThat(driver.rows(Tables.ASSEMBLER).stream()
                        .map(row -> row.key.get())
                        .filter(key -> new String(key, StandardCharsets.UTF_8).contains(session))
                        .map(key -> key[0])
                        .toList())
                .isNotEmpty()
                .containsOnly(kinds);
    }

    /** Nothing is on a topic, and the log has only the time of the request. */
    private static void assertGone(Driver driver, String session) {
        assertThat(Driver.last(driver.turnRecords())).isEmpty();
        assertThat(Driver.last(driver.invocations())).isEmpty();
        assertThat(Driver.last(driver.sessions())).isEmpty();
        assertThat(Driver.last(driver.patterns())).isEmpty();
        assertThat(Driver.last(driver.tools())).isEmpty();
        assertThat(Driver.last(driver.loops())).isEmpty();
        assertThat(Driver.last(driver.desires())).isEmpty();
        assertThat(Driver.last(driver.usage())).isEmpty();
        assertThat(driver.log())
                .filteredOn(row -> new String(row.key.get(), StandardCharsets.UTF_8).contains(session))
                .allSatisfy(row -> assertThat(row.value).hasSize(row.key.get()[0] == 3 ? 0 : Long.BYTES));
    }

    @Test
    void aCodexSessionIsForgottenWithItsSubagent() throws IOException {
        Files.copy(CODEX.resolve("legacy.jsonl"), rollout(THREAD));
        var agent = "019e2f00-0000-7000-8000-000000000002";
        Files.writeString(
                rollout(agent),
                Files.readString(CODEX.resolve("subagent.jsonl"))
                        + "{\"timestamp\":\"2026-05-01T10:00:01.000Z\",\"ordinal\":4,"
                        + "\"type\":\"response_item\",\"payload\":"
                        + "{\"type\":\"function_call\",\"name\":\"shell\",\"arguments\":\"{}\",\"call_id\":\"a1\"}}\n");
        try (var driver = live()) {
            var all = sent(rollout(THREAD));
            assertThat(all).extracting(Shipment.Sent::session).containsOnly(THREAD);
            assertThat(all).extracting(Shipment.Sent::agent).contains(null, agent);
            driver.arrive(all).pass(LONG);
            assertThat(Driver.last(driver.turnRecords()).keySet()).anyMatch(turn -> turn.contains(agent));
            forget(driver, THREAD);
            assertGone(driver, THREAD);
            driver.arrive(all).pass(LONG);
            assertGone(driver, THREAD);
            assertStubs(driver, THREAD, STUBS);
        }
    }

    @Test
    void aCopilotSessionIsForgottenWithTheTokensThatOnlyItsCountersContain() throws IOException {
        var file = copilot.resolve("events.jsonl");
        Files.copy(Path.of("src/test/resources/copilot/reef.jsonl"), file);
        isForgotten(sent(file), COPILOT, SOON, STUBS);
    }

    /** With its usage, and also when all of it is sent again. */
    private void isForgotten(List<Shipment.Sent> all, String session, Duration until, Byte... kinds)
            throws IOException {
        try (var driver = live()) {
            driver.arrive(all).pass(until);
            assertThat(Driver.last(driver.turnRecords())).isNotEmpty();
            assertThat(Driver.last(driver.usage())).isNotEmpty();
            forget(driver, session);
            assertGone(driver, session);
            driver.arrive(all).pass(LONG);
            assertGone(driver, session);
            assertStubs(driver, session, kinds);
        }
    }

    @Test
    void aGeminiSessionIsForgottenWithItsSubagent() throws IOException {
        var all = Story.of(Story.ALL.resolve("gemini-subagent")).paths().get(0);
        var sent = Shipment.below(all.getParent(), Shipment.BOX).records();
        var session = "6e310006-0000-4000-8000-000000000006";
        assertThat(sent).extracting(Shipment.Sent::session).containsOnly(session);
        assertThat(sent).extracting(Shipment.Sent::agent).contains(null, "6e310066-0000-4000-8000-000000000066");
        isForgotten(sent, session, LONG, FoldRows.TRAIL.code(), FoldRows.SEEN.code(), StoreRows.DueRows.OF_TRAILS);
    }

    @Test
    void anOpenCodeSessionIsForgottenWithItsSubagent() throws Exception {
        var file = folder.resolve("opencode/opencode.db");
        Files.createDirectories(file.getParent());
        try (var database = new OpenCodeDatabase(file)) {
            for (var session : List.of("ses_a", "ses_b")) {
                database.session(session, session.equals("ses_a") ? null : "ses_a", "/work/shop");
                database.prompt(session, "m1" + session);
                database.answer(session, "m2" + session, "m1" + session, "}");
                database.part(
                        session,
                        "m2" + session,
                        "\"type\":\"tool\",\"tool\":\"bash\",\"state\":{\"status\":\"error\",\"error\":\"no\"}");
                var end = ",\"completed\":1767607200300},\"finish\":\"stop\",\"tokens\":{\"input\":7";
                database.answer(session, "m2" + session, "m1" + session, end + "}");
            }
        }
        var sent = sent(file);
        assertThat(sent).extracting(Shipment.Sent::session).containsOnly("ses_a");
        assertThat(sent).extracting(Shipment.Sent::agent).contains(null, "ses_b");
        isForgotten(sent, "ses_a", LONG, STUBS);
    }

    /** Of a version before 1.2, whose messages are files. */
    @Test
    void anOpenCodeSessionOfManyFilesIsForgottenWithItsSubagent() throws IOException {
        var home = folder.resolve("opencode");
        for (var session : List.of("ses_a", "ses_b")) {
            var parent = session.equals("ses_a") ? "" : "'parentID': 'ses_a', ";
            write(home, "session/global", "{'id': '" + session + "', " + parent + "'version': '1.1.60'}");
            var asked = "m1" + session;
            var answered = "m2" + session;
            write(
                    home,
                    "message/" + session,
                    "{'id': '" + asked + "', 'role': 'user', 'time': {'created': 1767607200100}}");
            write(
                    home,
                    "message/" + session,
                    "{'id': '" + answered + "', 'role': 'assistant', 'parentID': '" + asked + "', 'modelID': 'm',"
                            + "'time': {'created': 1767607200200, 'completed': 1767607200300}, 'finish': 'stop',"
                            + "'tokens': {'input': 7}}");
            write(home, "part/" + asked, "{'id': 'p1', 'messageID': '" + asked + "', 'type': 'text', 'text': 'dig'}");
            write(
                    home,
                    "part/" + answered,
                    "{'id': 'p2', 'messageID': '" + answered + "', 'type': 'tool', 'tool': 'bash',"
                            + "'state': {'status': 'error', 'error': 'no'}}");
        }
        var sent = sent(home.resolve("storage"));
        assertThat(sent).extracting(Shipment.Sent::session).containsOnly("ses_a");
        assertThat(sent).extracting(Shipment.Sent::agent).contains(null, "ses_b");
        isForgotten(sent, "ses_a", LONG, STUBS);
    }

    private static void write(Path home, String folder, String json) throws IOException {
        var content = (ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"'));
        OpenCodeFiles.write(home, folder, content.path("id").asText(), content);
    }

    /** The counters at the end contain what was forgotten: later ones add only what they grew by. */
    @Test
    void theEndOfAForgottenCopilotSessionBringsNothingBack() throws IOException {
        var grown = new Tokens(900, 0, 0, 0, 0);
        assertThat(usedAfterForgetting(0)).containsExactly(grown, OUTPUT);
    }

    /** Nothing tells what the counters were when the session was forgotten. */
    @Test
    void theFirstCountersOfAResumedSessionThatWasForgottenAddNothing() throws IOException {
        assertThat(usedAfterForgetting(1)).containsExactly(OUTPUT);
    }

    /** Forgets a session that is resumed, {@code more} lines after the one before its first end. */
    private List<Tokens> usedAfterForgetting(int more) throws IOException {
        var file = copilot.resolve("events.jsonl");
        Files.copy(Path.of("src/test/resources/copilot/reef.jsonl"), file);
        var lines = Files.readAllLines(file);
        var later = new ArrayList<>(lines);
        var end = lines.get(lines.size() - 2);
        assertThat(end).contains("session.shutdown");
        later.add(event(1, "user.message", "\"content\":\"next\""));
        later.add(event(
                2,
                "assistant.message",
                "\"messageId\":\"n1\",\"model\":\"gpt-5-mini\",\"outputTokens\":7,"
                        + "\"toolRequests\":[{\"toolCallId\":\"n2\",\"name\":\"edit\",\"arguments\":{}}]"));
        later.add(end.replace("e0000055", "e9000009").replace("\"inputTokens\":2000", "\"inputTokens\":2900"));
        Files.write(file, later);
        try (var driver = live()) {
            var all = sent(file);
            int known = more
                    + (int) all.stream()
                            .takeWhile(
                                    line -> !new String(line.value(), StandardCharsets.UTF_8).contains("session_ended"))
                            .count();
            driver.arrive(all.subList(0, known)).pass(SOON);
            forget(driver, COPILOT);
            driver.arrive(all.subList(known, known + 1)).pass(LONG);
            assertThat(Driver.last(driver.turnRecords())).isEmpty();
            assertThat(Driver.last(driver.usage())).isEmpty();
            driver.arrive(all).pass(LONG);
            var turns = Driver.last(driver.turnRecords());
            assertThat(turns).hasSize(1);
            assertThat(turns.values().iterator().next().size().pattern()).isEqualTo("edit");
            return Driver.last(driver.usage()).values().stream()
                    .map(hour -> hour.tokens())
                    .toList();
        }
    }

    private static String event(int number, String type, String data) {
        return "{\"type\":\"" + type + "\",\"data\":{" + data + "},\"id\":\"e900000" + number
                + "-0000-4000-8000-000000000000\",\"timestamp\":\"2026-11-03T10:01:0" + number + ".000Z\"}";
    }
}
