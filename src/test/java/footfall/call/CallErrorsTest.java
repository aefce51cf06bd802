package footfall.call;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.line.Outcome;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallErrorsTest {
    private static final Source SOURCE = Source.file(new SessionId("s"), null);

    private final CallErrors errors = new CallErrors();
    private long offset;

    private List<CallError> line(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        var found = new ArrayList<CallError>();
        new LineParser()
                .each(
                        Bytes.of(bytes),
                        offset,
                        SOURCE,
                        (part, details) -> found.addAll(
                                errors.accept(LineCalls.of((Parsed.Accepted) part, details, part.offset()))));
        offset += bytes.length + 1;
        return found;
    }

    private List<CallError> call(String id) {
        return line(json(id));
    }

    private static String json(String id) {
        return "{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":\"" + id
                + "\",\"name\":\"T\",\"input\":{\"n\":1}}]}}";
    }

    private List<CallError> error(String id) {
        return line("{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"" + id
                + "\",\"is_error\":true,\"content\":\"no\"}]}}");
    }

    private static ToolResult failed(String id) {
        return new ToolResult(id, Outcome.ERROR, "no", 4, null);
    }

    @Test
    void aCallIsFoundHoweverFarBehind() {
        call("first");
        for (int i = 0; i < 50_000; i++) {
            call("other-" + i);
        }
        var bytes = Bytes.of("{\"n\":1}".getBytes(StandardCharsets.UTF_8));
        var input =
                new LineCalls.Input(0, json("first").indexOf("{\"n\""), bytes.length(), LineCalls.Input.sumOf(bytes));
        assertThat(error("first")).containsExactly(new CallError("T", input, failed("first")));
        assertThat(errors.forgotten()).isZero();
    }

    @Test
    void aCallThatFailsInTheBackgroundIsListedWithItsCall() {
        call("t1");
        line("{\"type\":\"user\",\"message\":{\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t1\"}]}}");
        var found =
                line("{\"type\":\"user\",\"message\":{\"content\":\"<task-notification><tool-use-id>t1</tool-use-id>"
                        + "<status>failed</status><summary>failed with exit code 5</summary></task-notification>\"}}");
        assertThat(found).extracting(CallError::tool).containsExactly("T");
        assertThat(found).extracting(error -> error.result().error()).containsExactly("Exit code 5");
    }

    @Test
    void aResultThatComesTwiceIsListedTwiceWithItsCall() {
        call("c");
        assertThat(error("c")).isEqualTo(error("c")).extracting(CallError::tool).containsExactly("T");
    }

    @Test
    void anIdThatIsUsedAgainMeansTheLatestCall() {
        call("c");
        error("c");
        call("c");
        assertThat(error("c").get(0).input().offset()).isGreaterThan(json("c").length());
    }

    @Test
    void beyondTheBoundTheOldestOpenCallIsForgottenAndCounted() {
        for (int i = 0; i <= CallErrors.OPEN_MAX; i++) {
            call("c" + i);
        }
        assertThat(errors.forgotten()).isEqualTo(1);
        assertThat(error("c0")).containsExactly(new CallError(null, null, failed("c0")));
        assertThat(error("c1").get(0).tool()).isEqualTo("T");
    }
}
