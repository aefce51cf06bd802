package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.tail.FileTail;
import footfall.tail.LocalDisk;
import footfall.tail.Transcripts;
import footfall.testkit.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The checkpoint that each release wrote is read by this build, and knows every file. */
class ReleasedCheckpointTest {
    @TempDir
    Path folder;

    static List<Release> releases() {
        return Release.all();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void itHasACursorForEveryTranscript(Release release) throws IOException {
        var unpacked = release.unpack(folder);
        var checkpoint =
                CheckpointBytes.read(Files.readAllBytes(unpacked.checkpoint())).orElseThrow();
        assertThat(checkpoint.entries().keySet())
                .containsExactlyInAnyOrderElementsOf(Transcripts.below(unpacked.home(), ExcludedProjects.NONE)
                        .files());
        for (var file : checkpoint.entries().entrySet()) {
            var cursor = file.getValue().cursor();
            try (var tail = FileTail.open(new LocalDisk(), file.getKey(), cursor, LineParser.LINE_BYTES_MAX)) {
                assertThat(cursor.offset()).as(file.toString()).isPositive();
                assertThat(tail.isReplaced() || tail.isHalf())
                        .as(file.toString())
                        .isFalse();
            }
        }
    }
}
