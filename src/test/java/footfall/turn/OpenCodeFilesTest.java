package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.testkit.OpenCodeFiles;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of OpenCode before version 1.2, of which each message and each part is a file. */
class OpenCodeFilesTest {
    private static final long BEGIN = 1767607200000L;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Path home;

    @BeforeEach
    void home() {
        home = folder.resolve("opencode");
    }

    private void write(String where, ObjectNode content) throws IOException {
        OpenCodeFiles.write(home, where, content.path("id").asText(), content);
    }

    private void session(String version) throws IOException {
        var session = JSON.createObjectNode().put("id", "ses_a").put("version", version);
        session.put("directory", "/w/app").putObject("time").put("created", BEGIN);
        write("session/global", session);
    }

    private static ObjectNode message(String id, String role, int second) {
        var message = JSON.createObjectNode().put("id", id).put("role", role);
        message.putObject("time").put("created", BEGIN + second * 1000L);
        return message;
    }

    private static ObjectNode answer(String id, int second) {
        var answer = message(id, "assistant", second).put("modelID", "m");
        ((ObjectNode) answer.path("time")).put("completed", BEGIN + (second + 1) * 1000L);
        answer.putObject("tokens").put("input", 10).put("output", 2);
        return answer;
    }

    private static ObjectNode part(String id, String message, String type) {
        return JSON.createObjectNode().put("id", id).put("messageID", message).put("type", type);
    }

    private static ObjectNode call(String id, String message, int second) {
        var call = part(id, message, "tool").put("tool", "bash");
        var state = call.putObject("state").put("status", "completed").put("output", "");
        state.putObject("input").put("command", "ls");
        state.putObject("metadata").put("exit", 0);
        state.putObject("time").put("start", BEGIN + second * 1000L).put("end", BEGIN + second * 1000L + 500);
        return call;
    }

    private void prompt(String id, int second) throws IOException {
        write("message/ses_a", message(id, "user", second));
        write("part/" + id, part("prt_" + id, id, "text").put("text", "dig"));
    }

    /** As versions before 1.0 do, whose answers name neither what they answer nor how they ended. */
    @Test
    void anAnswerThatNamesNothingAnswersThePromptBefore() throws Exception {
        session("0.5.2");
        prompt("msg_1", 0);
        write("message/ses_a", answer("msg_2", 1));
        write("part/msg_2", call("prt_2", "msg_2", 1));
        prompt("msg_3", 5);
        write("message/ses_a", answer("msg_4", 6));
        assertThat(OpenCodeCorpusTest.found(CorpusView.turns(home)))
                .containsEntry(
                        "ses_a:0", "steps=[bash ok] closed_by=end_turn tokens=[10, 2, 0, 0] copy=- compactions=0")
                .containsEntry("ses_a:1", "steps=[] closed_by=end_turn tokens=[10, 2, 0, 0] copy=- compactions=0")
                .hasSize(2);
    }

    @Test
    void theCallsOfAnAbortedAnswerAreOfTheInterruptedTurn() throws Exception {
        session("1.1.60");
        prompt("msg_1", 0);
        var aborted = answer("msg_2", 1).put("parentID", "msg_1");
        aborted.putObject("error").put("name", "MessageAbortedError");
        write("message/ses_a", aborted);
        write("part/msg_2", call("prt_2", "msg_2", 1));
        assertThat(OpenCodeCorpusTest.found(CorpusView.turns(home)).values())
                .containsExactly("steps=[bash ok] closed_by=interrupted tokens=[10, 2, 0, 0] copy=- compactions=0");
    }

    @Test
    void aCallWhoseInputIsWrongIsOneOfValidation() throws Exception {
        session("1.1.60");
        prompt("msg_1", 0);
        write("message/ses_a", answer("msg_2", 1).put("parentID", "msg_1").put("finish", "stop"));
        var call = call("prt_2", "msg_2", 1);
        ((ObjectNode) call.path("state"))
                .put("status", "error")
                .put("error", "The bash tool was called with invalid arguments: SchemaError(Missing key).");
        write("part/msg_2", call);
        assertThat(CorpusView.turns(home))
                .singleElement()
                .satisfies(turn -> assertThat(TurnJson.line(turn)).contains("\"category\":\"validation\""));
    }

    @Test
    void aSearchThatFindsNothingAndACommandThatSearchesAndPrintsNothingAreEmpty() throws Exception {
        session("1.1.60");
        prompt("msg_1", 0);
        said(2, "grep", "{}", "No files found");
        said(3, "bash", "{'command': 'grep -rn knot . | head'}", "(no output)");
        said(4, "glob", "{}", "/w/app/rope.txt");
        said(5, "bash", "{'command': 'mkdir -p deck'}", "(no output)");
        assertThat(CorpusView.turns(home))
                .singleElement()
                .satisfies(turn -> assertThat(TurnJson.line(turn))
                        .contains("\"repeats\":[{\"kind\":\"empty\",\"name\":\"grep\",\"step\":0},"
                                + "{\"kind\":\"empty\",\"name\":\"grep\",\"step\":1}]"));
    }

    private void said(int second, String tool, String input, String output) throws IOException {
        var message = "msg_" + second;
        var finish = second == 5 ? "stop" : "tool-calls";
        write("message/ses_a", answer(message, second).put("parentID", "msg_1").put("finish", finish));
        var call = call("prt_" + second, message, second).put("tool", tool);
        ((ObjectNode) call.path("state")).put("output", output).set("input", JSON.readTree(input.replace('\'', '"')));
        write("part/" + message, call);
    }
}
