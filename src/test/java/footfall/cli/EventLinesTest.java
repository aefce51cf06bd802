package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.cli.RunDisplay.EventLines;
import footfall.line.SessionId;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLinesTest {
    @Test
    void aChangeIsOneLineOfJsonInTheWordsOfTheTopics() {
        var at = Instant.parse("2026-01-05T10:00:00Z");
        var open = new OpenTurn(
                "s1:0",
                new SessionId("s1"),
                null,
                false,
                OpenTurn.State.ENDING,
                1,
                false,
                "Read",
                List.of("Read"),
                0,
                0,
                at,
                at,
                null,
                at,
                new Tokens(5, 6, 0, 0, 0),
                null,
                new Turn.Product("claude", "2.1.7"),
                "shop",
                null,
                null,
                null);
        assertThat(JsonOut.text(new EventLines.Event(at, "grown", open, null, null)))
                .isEqualTo("{\"at\":\"2026-01-05T10:00:00Z\",\"event\":\"grown\",\"open\":{\"turn_id\":\"s1:0\","
                        + "\"session_id\":\"s1\",\"copy\":false,\"state\":\"ending\",\"length\":1,\"long\":false,"
                        + "\"pattern\":\"Read\",\"last_tools\":[\"Read\"],\"failures\":0,\"alert_level\":0,"
                        + "\"started_at\":\"2026-01-05T10:00:00Z\",\"last_line_at\":\"2026-01-05T10:00:00Z\","
                        + "\"last_arrival\":\"2026-01-05T10:00:00Z\",\"tokens\":{\"input\":5,\"output\":6,"
                        + "\"cache_creation\":0,\"cache_creation_1h\":0,\"cache_read\":0},"
                        + "\"agent\":\"claude\",\"agent_version\":\"2.1.7\",\"project\":\"shop\"}}");
    }
}
