package footfall.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which session a line was copied from. */
class OriginTest {
    private static Line line(String fields) {
        var json = "{\"type\":\"assistant\",\"message\":{\"content\":[]}," + fields.replace('\'', '"') + "}";
        var source = Source.file(new SessionId("file"), null);
        var parts = new LineParser().parse(Bytes.of(json.getBytes(StandardCharsets.UTF_8)), 0, source);
        return ((Parsed.Accepted) parts.get(0)).line();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'sessionId':'s2' | s2 |",
                "'session_id':'s2' | s2 |",
                "'session_id':'s1','sessionId':'s2' | s2 |",
                "'sessionId':'s2','session_id':'s1' | s2 |",
                "'sessionId':'s2','session_id':'s1','sessionKind':'bg' | s2 |",
                "'sessionId':'s2','session_id':'s2' | s2 |",
                "'sessionId':'s2','session_id':'s2','sessionKind':'bg' | s2 | s2",
                "'sessionId':'s2','sessionKind':'bg' | s2 |",
                "'sessionId':'s2','requestSessionId':'s1' | s2 | s1",
                "'sessionId':'s3','session_id':'s2','requestSessionId':'s1' | s3 | s1",
                "'sessionId':'s2','forkedFrom':{'sessionId':'s1','messageUuid':'u1'} | s2 | s1",
                "'sessionId':'s2','requestSessionId':7,'forkedFrom':'x' | s2 |",
            })
    void theLineSaysIt(String fields, String session, String origin) {
        var envelope = line(fields).envelope();
        assertThat(envelope.session().value()).isEqualTo(session);
        assertThat(envelope.origin()).isEqualTo(origin);
    }

    /** Warm-up agents begin with an answer, and stream output has no parents. */
    @Test
    void onlyTheCallThatStartedAForkIsLeftOut() {
        var call = "'isSidechain':true,'agentId':'a1','message':{'content':[{'type':'tool_use','name':'%s'}]}";
        assertThat(line(call.formatted("Agent") + ",'parentUuid':null")).isInstanceOf(Line.Nothing.class);
        assertThat(line(call.formatted("Bash") + ",'parentUuid':null")).isInstanceOf(Line.Assistant.class);
        assertThat(line(call.formatted("Agent"))).isInstanceOf(Line.Assistant.class);
        assertThat(line(call.formatted("Agent") + ",'parentUuid':'u1'")).isInstanceOf(Line.Assistant.class);
    }
}
