package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A transcript that its agent moves or compresses goes on where it was, and nothing is sent twice. */
class MovedFilesTest {
    @TempDir
    Path folder;

    private final SentPlaces sent = new SentPlaces();
    private Path minis;

    @BeforeEach
    void home() throws IOException {
        minis = Files.createDirectories(folder.resolve("home/minis"));
    }

    private static String lines(int from, int to) {
        var lines = new StringBuilder();
        for (int line = from; line < to; line++) {
            lines.append("{\"is\":\"call\",\"id\":\"c" + line + "\",\"tool\":\"Read\",\"in\":{}}\n");
        }
        return lines.toString();
    }

    private Shipping started() throws IOException {
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                List.of(folder.resolve("home"), folder.resolve("archive")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofDays(1),
                Duration.ZERO);
        var around = new Shipping.Dependencies(new LocalDisk(), sent, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private static List<String> places(int count) {
        var places = new ArrayList<String>();
        long before = -1;
        long at = 0;
        for (int line = 0; line < count; line++) {
            places.add("0:" + at + " after " + before);
            before = at;
            at += lines(line, line + 1).length();
        }
        return places;
    }

    @Test
    void aMovedFileGoesOn() throws IOException {
        var file = Files.writeString(minis.resolve("m1.mini"), lines(0, 10));
        var shipping = started();
        shipping.round();
        Files.createDirectories(folder.resolve("archive/minis"));
        var archived = Files.move(file, folder.resolve("archive/minis/m1.mini"));
        shipping.round();
        Files.writeString(archived, lines(0, 12));
        shipping.round();
        shipping.finish();
        assertThat(sent.places).isEqualTo(places(12));

        Files.move(archived, file); // As when it is no longer archived, while no shipper runs.
        Files.writeString(file, lines(0, 15));
        var again = started();
        again.round();
        again.finish();
        assertThat(sent.places).isEqualTo(places(15));
    }

    @Test
    void aCompressedFileGoesOn() throws IOException {
        var file = Files.writeString(minis.resolve("m1.mini"), lines(0, 10));
        var shipping = started();
        shipping.round();
        Files.write(minis.resolve("m1.mini.zst"), Zstd.compress(lines(0, 12).getBytes(StandardCharsets.UTF_8)));
        Files.delete(file);
        shipping.round();
        shipping.finish();
        assertThat(sent.places).isEqualTo(places(12));
    }

    @Test
    void aCompressedFileThatIsNewIsSentAsBefore() throws IOException {
        Files.write(
                minis.resolve("m1.mini.zst"), Zstd.compress(lines(0, 100_000).getBytes(StandardCharsets.UTF_8)));
        var shipping = started();
        shipping.round();
        shipping.finish();
        assertThat(sent.places).isEqualTo(places(100_000));
    }

    @Test
    void anotherFileWithTheNameStartsFromItsBeginning() throws IOException {
        var file = Files.writeString(minis.resolve("m1.mini"), lines(0, 2));
        var shipping = started();
        shipping.round();
        Files.delete(file);
        Files.createDirectories(folder.resolve("archive/minis"));
        Files.writeString(folder.resolve("archive/minis/m1.mini"), lines(5, 7));
        shipping.round();
        shipping.finish();
        assertThat(sent.places)
                .containsExactly(
                        "0:0 after -1",
                        places(2).get(1),
                        "0:0 after -1",
                        places(2).get(1));
    }
}
