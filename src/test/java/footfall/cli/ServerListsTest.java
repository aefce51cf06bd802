package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.wire.Json;
import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists of a processor from their newest item, and open turns by the beginning of their session. */
@Timeout(60)
class ServerListsTest extends ServedTurns {
    @Test
    void theNewestComeFirst() throws IOException {
        var url = serve(Optional.empty());
        var all = texts(run("turns", "--server", url, "--json", "--min-length", "0"), "turn_id");
        Collections.reverse(all);
        assertThat(texts(run("turns", "--newest", "--server", url, "--json", "--min-length", "0"), "turn_id"))
                .isEqualTo(all);
        assertThat(texts(
                        run("turns", "--newest", "--top", "2", "--server", url, "--json", "--min-length", "0"),
                        "turn_id"))
                .isEqualTo(all.subList(0, 2));
        assertThat(texts(run("sessions", "--newest", "--top", "1", "--server", url, "--json"), "session_id"))
                .containsExactly("aaaaaa22");
        var files = texts(run("sessions", "--from", folder + "/.claude", "--json"), "session_id");
        Collections.reverse(files);
        assertThat(texts(run("sessions", "--newest", "--from", folder + "/.claude", "--json"), "session_id"))
                .isEqualTo(files);
        assertThat(run("turns", "--newest", "--open", "--server", url).err())
                .startsWith("footfall: --newest lists turns by time; omit --open\n");
        assertThat(run("alerts", "--top", "0", "--server", url).err())
                .startsWith("footfall: --top is 0; expected at least 1\n");
    }

    @Test
    void anOpenTurnIsFoundByTheBeginningOfItsSessionAndMarked() throws IOException {
        var url = serve(Optional.empty());
        assertThat(run("turn", "bbb:0", "--server", url).out().lines().toList())
                .as("the heading")
                .anyMatch(line -> line.contains("still open"))
                .noneMatch(line -> line.contains("closed"));
        var json = Json.MAPPER.readTree(
                run("turn", "bbb:0", "--server", url, "--json").out());
        assertThat(json.at("/0/turn_id").asText()).isEqualTo("bbbbbb33:0");
        assertThat(json.at("/0").has("closed_by")).isFalse();
        assertThat(run("turns", "--session", "bbb", "--server", url))
                .isEqualTo(new Terminal.Ran(0, "", "footfall: no turns: nothing matches --session\n"));
        assertThat(run("turn", "bbb:7", "--server", url).err())
                .startsWith("footfall: no turn bbb:7. Session bbbbbb33 has these turns: bbbbbb33:0\n");
    }
}
