package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.cli.RunDisplay.EventLines;
import footfall.line.SessionId;
import footfall.run.Running;
import footfall.turn.Tokens;
import footfall.turn.Turn;
import footfall.view.OpenTurn;
import footfall.view.Views;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLinesTest {
    @TempDir
    Path home;

    private static final class Noticed implements Running {
        private Notice now;

        @Override
        public String title() {
            return "stream on 127.0.0.1:9092";
        }

        @Override
        public Views views() {
            throw new UnsupportedOperationException("a notice needs no views");
        }

        @Override
        public Optional<Notice> notice() {
            return Optional.ofNullable(now);
        }

        @Override
        public CompletionStage<Exception> end() {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {}
    }

    @Test
    void aNoticeIsALineAndItsEndIsAnother() {
        var running = new Noticed();
        var ran = new Terminal(home).run(console -> {
            var lines = new EventLines(console, false, true, running);
            var stalled = new Running.Notice("cannot commit", "waiting", "commits are accepted again");
            for (var notice :
                    Arrays.asList(stalled, stalled, null, null, new Running.Notice("restarted", "on"), null)) {
                running.now = notice;
                lines.sayNotice();
            }
            return 0;
        });
        assertThat(ran.err())
                .isEqualTo("footfall: cannot commit; waiting; Ctrl-C stops it\n"
                        + "footfall: commits are accepted again\nfootfall: restarted; on; Ctrl-C stops it\n");
    }

    @Test
    void aServicePrintsNoChanges() {
        var grown = new Views.Change.Grown(null, 0, 1);
        for (boolean hasChanges : new boolean[] {true, false}) {
            var queued = new ArrayList<Views.Change>();
            var changes = EventLines.queue(hasChanges);
            changes.changed(grown);
            changes.drain(queued::add);
            assertThat(queued.contains(grown)).isEqualTo(hasChanges);
        }
    }

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
