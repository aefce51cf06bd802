package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.FileId;
import footfall.line.OwnerUuids;
import footfall.line.SkippedTurns;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint is read as it was written, and written byte for byte as before. */
class CheckpointGoldenTest {
    private static final String BYTES =
            "464643500000000a0011636c75737465722f666f6f7466616c6c2e0123456789abcdef0000000100"
                    + "102f686f6d652f612f73312e6a736f6e6c0009636c617564652f7331001039663836643038313838"
                    + "346337643635000000020000000100000000000012670000000000000000000000781234abcd0000"
                    + "000000000e6700000400fffffff9000000000000012c000000010002733100000000000011f80100"
                    + "0000010002753200027331000000010009636c617564652f73320000000300000001000273310000"
                    + "000108c47b07b56747f30000000000000001000573310a6131000a342070726f6d70746564000000"
                    + "0100102f686f6d652f612f73322e6a736f6e6c0000019b8d996900e2ad41bd";

    private final Checkpoint read =
            CheckpointBytes.read(HexFormat.of().parseHex(BYTES)).orElseThrow();

    @Test
    void everyFieldIsRead() {
        assertThat(read.target()).isEqualTo("cluster/footfall.");
        assertThat(read.sender()).isEqualTo(0x0123456789abcdefL);
        assertThat(read.entries()).containsOnlyKeys(Path.of("/home/a/s1.jsonl"));
        var entry = read.entries().get(Path.of("/home/a/s1.jsonl"));
        assertThat(entry.cursor().file()).isEqualTo(new FileId("claude/s1", "9f86d081884c7d65", 2, 1));
        assertThat(entry.cursor().offset()).isEqualTo(4_711);
        assertThat(entry.previous()).isEqualTo(Map.of("s1", 4_600L));
        assertThat(entry.skippedTo()).isEqualTo(300);
        assertThat(entry.owners()).isEqualTo(new OwnerUuids.State(true, Map.of("u2", "s1")));
        assertThat(read.generations()).isEqualTo(Map.of("claude/s2", 3));
        assertThat(read.prompts().ownerOther("u1", "s2")).isEqualTo("s1");
        assertThat(read.skipped()).isEqualTo(Map.of("s1\na1", new SkippedTurns(4, true, null)));
        assertThat(read.goneSinceMs()).isEqualTo(Map.of(Path.of("/home/a/s2.jsonl"), 1_767_607_200_000L));
    }

    @Test
    void theCheckpointOfAnotherVersionIsRefused(@TempDir Path folder) throws IOException {
        var bytes = HexFormat.of().parseHex(BYTES);
        bytes[7] = 6;
        var sum = new CRC32C();
        sum.update(bytes, 0, bytes.length - Integer.BYTES);
        ByteBuffer.wrap(bytes).putInt(bytes.length - Integer.BYTES, (int) sum.getValue());
        var path = Files.write(folder.resolve("checkpoint"), bytes);
        var file = new CheckpointFile(new LocalDisk(), path);
        assertThatThrownBy(() -> file.load("cluster/footfall."))
                .isInstanceOf(ShipperFailed.class)
                .hasMessage("another version of footfall wrote " + path
                        + ": it has version 6, and this footfall reads only version 10; start that version, or start "
                        + "over with another data_dir: all transcripts are shipped again");
    }

    @Test
    void itIsWrittenAsItWasRead() {
        assertThat(HexFormat.of().formatHex(CheckpointBytes.write(read))).isEqualTo(BYTES);
    }
}
