package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.QbitTalk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A result whose call was sent by a start before is redacted as in one piece, whatever became of the file
 * meanwhile, and whatever fails when it is read again.
 */
class RecalledCallsTest {
    private static final int TALKS = 30;
    private static final int READS_MAX = 90;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void home() throws IOException {
        file = Files.createDirectories(folder.resolve(".qbit/transcripts/q1")).resolve("transcript.json");
    }

    private Shipping started(Disk disk, SentPlaces memory) throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                List.of(folder.resolve(".qbit")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofDays(1),
                Duration.ZERO);
        var around = new Shipping.Dependencies(disk, memory, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private List<String> shipped(String... contents) throws IOException {
        return shipped(new LocalDisk(), contents);
    }

    /** By one start that finds the file so, round by round. */
    private List<String> shipped(Disk disk, String... contents) throws IOException {
        var memory = new SentPlaces();
        var shipping = started(disk, memory);
        for (var content : contents) {
            Files.writeString(file, content);
            shipping.round();
        }
        shipping.finish();
        return memory.texts;
    }

    private void forget() throws IOException {
        Files.deleteIfExists(folder.resolve("checkpoint"));
        Files.deleteIfExists(file);
    }

    private static String moved(String array) {
        return array.replace(",\n", ",\n    ");
    }

    @Test
    void anArrayThatWasWrittenWithOtherBlanksWhileNobodyLooked() throws IOException {
        for (int seed = 0; seed < TALKS; seed++) {
            var talk = new QbitTalk(seed);
            int half = talk.size() / 2;
            var whole = shipped(talk.array(talk.size()));
            forget();
            var pieces = new ArrayList<>(shipped(talk.array(half)));
            pieces.addAll(shipped(moved(talk.array(half + 1))));
            pieces.addAll(shipped(talk.array(talk.size())));
            assertThat(pieces).as("seed %d", seed).isEqualTo(whole);
            forget();
        }
    }

    @Test
    void anArrayThatIsHalfWrittenWhenTheStartLooksFirst() throws IOException {
        for (int seed = 0; seed < TALKS; seed++) {
            var talk = new QbitTalk(seed);
            int half = talk.size() / 2;
            var whole = shipped(talk.array(talk.size()));
            forget();
            var pieces = new ArrayList<>(shipped(talk.array(half)));
            pieces.addAll(shipped(moved(talk.array(half)).substring(0, 40), moved(talk.array(talk.size()))));
            assertThat(pieces).as("seed %d", seed).isEqualTo(whole);
            forget();
        }
    }

    @Test
    void aFileThatCannotBeReadOnceAtAnyOfItsReads() throws IOException {
        var open = call("r1") + reasoning() + call("r2");
        var all = open + result("r1") + result("r2");
        var whole = shipped(all);
        assertThat(whole).last().asString().contains("category");
        for (int read = 0; read < READS_MAX; read++) {
            forget();
            var pieces = new ArrayList<>(shipped(open));
            pieces.addAll(shipped(new TornDisk(read), all, all));
            assertThat(pieces).as("read %d", read).isEqualTo(whole);
        }
    }

    private static String call(String id) {
        return "{\"_timestamp\":1,\"type\":\"tool_request\",\"request_id\":\"" + id
                + "\",\"tool_name\":\"read_file\",\"args\":{\"path\":\"a/b.rs\"}}\n";
    }

    private static String result(String id) {
        return "{\"_timestamp\":3,\"type\":\"tool_result\",\"request_id\":\"" + id
                + "\",\"success\":false,\"result\":{\"error\":\"File not found: a/b.rs\"}}\n";
    }

    /** More than is read in one piece, so that some calls are known again when a read fails. */
    private static String reasoning() {
        var event = "{\"_timestamp\":2,\"type\":\"reasoning\",\"content\":\"" + "x".repeat(10_000) + "\"}\n";
        return event.repeat(220);
    }

    /** This machine's, but the one read of a transcript fails. */
    private static final class TornDisk extends LocalDisk {
        private int left;

        TornDisk(int good) {
            this.left = good;
        }

        @Override
        public Opened open(Path at) throws IOException {
            var opened = super.open(at);
            return new Opened() {
                @Override
                public long size() throws IOException {
                    return opened.size();
                }

                @Override
                public int read(ByteBuffer into, long from) throws IOException {
                    if (left-- == 0) {
                        throw new IOException("for a test");
                    }
                    return opened.read(into, from);
                }

                @Override
                public void close() throws IOException {
                    opened.close();
                }
            };
        }
    }
}
