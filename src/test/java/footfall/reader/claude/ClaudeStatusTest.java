package footfall.reader.claude;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.AgentState;
import footfall.line.AgentStatus;
import footfall.line.Bytes;
import footfall.line.SessionId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sessions/PID.json}, as Claude Code 2.1.332 writes it. */
class ClaudeStatusTest {
    private static final String FILE = "{\"pid\":19,\"sessionId\":\"s1\",\"cwd\":\"/w/shop\",\"startedAt\":1000,"
            + "\"procStart\":\"1235194\",\"version\":\"2.1.332\",\"peerFeatures\":[\"notify_idle\"],"
            + "\"pidDomain\":\"linux:m:pid:[4]\",\"status\":\"waiting\",\"updatedAt\":2001,\"statusUpdatedAt\":2000,"
            + "\"waitingFor\":\"permission prompt\"}";

    private static AgentStatus status(String text) {
        return new Claude().status(Bytes.of(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aProcessSaysWhatItDoesSinceWhenAndOnlyWhatIsKnown() {
        var waiting = new AgentStatus(
                new SessionId("s1"),
                "s1.jsonl",
                19,
                "linux:m:pid:[4]",
                Instant.ofEpochMilli(1000),
                "1235194",
                AgentState.WAITING,
                Instant.ofEpochMilli(2000));
        assertThat(status(FILE)).isEqualTo(waiting);
        for (var word : List.of("busy", "idle", "shell")) {
            var other = status(FILE.replace("\"waiting\"", '"' + word + '"'));
            boolean isKnown = !word.equals("shell");
            assertThat(other.state()).isEqualTo(isKnown ? AgentState.of(word) : null);
            assertThat(other.since()).isEqualTo(isKnown ? waiting.since() : null);
            assertThat(other.waitingSince()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "{}", "{\"pid\":\"x\"}", "{\"sessionId\":\"s1\",\"pid\":1}", "\u0000"})
    void whatIsAnotherFileSaysNothing(String text) {
        assertThat(status(text)).isNull();
    }

    @Test
    void aFileThatIsNotWholeSaysNothing() {
        for (int length = 0; length < FILE.length(); length++) {
            assertThat(status(FILE.substring(0, length))).isNull();
        }
    }
}
