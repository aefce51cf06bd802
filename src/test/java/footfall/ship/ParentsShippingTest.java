package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Ids;
import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parents of lines are the same however often the shipper starts again between them. */
class ParentsShippingTest {
    private static final Path STORY = Path.of("src/test/stories/two-processes-in-one-session/transcript.jsonl");

    @TempDir
    Path folder;

    private static final class Parents implements Outlet {
        private final List<Long> sent = new ArrayList<>();

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            sent.add(outgoing.line().parent());
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            throw new AssertionError("a line was rejected");
        }
    }

    /** By a start for each part of the file. */
    private List<Long> shipped(String name, List<String> parts) throws IOException {
        var home = Files.createDirectories(folder.resolve(name + "/projects/-w"));
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve(name + ".checkpoint"));
        var settings = new ShipSettings(
                List.of(folder.resolve(name)),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofDays(1),
                Duration.ZERO);
        var outlet = new Parents();
        for (var part : parts) {
            Files.writeString(home.resolve("s1.jsonl"), part, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            var around =
                    new Shipping.Dependencies(new LocalDisk(), outlet, checkpoint::save, Clock.systemUTC(), () -> {});
            var shipping =
                    new Shipping(settings, around, checkpoint.load("here").checkpoint());
            shipping.round();
            shipping.finish();
        }
        return outlet.sent;
    }

    @Test
    void aStartBetweenAnyTwoLinesChangesNoParent() throws IOException {
        var lines = Files.readAllLines(STORY).stream().map(line -> line + "\n").toList();
        var whole = shipped("whole", List.of(String.join("", lines)));
        assertThat(whole).hasSize(lines.size() - 1);
        assertThat(whole.stream().filter(Objects::nonNull)).containsExactly(Ids.hash("a3"));
        assertThat(shipped("parts", lines)).isEqualTo(whole);
    }
}
