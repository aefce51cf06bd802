package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.SkippedTurns;
import footfall.redact.OpenCalls;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A checkpoint of version 5 is read as it was written, and written byte for byte as before. */
class CheckpointGoldenTest {
    private static final String BYTES =
            "46464350000000050011636c75737465722f666f6f7466616c6c2e0000000100102f686f6d652f612f7331"
                    + "2e6a736f6e6c0009636c617564652f73310010396638366430383138383463376436350000000200000000"
                    + "000012670000000000000000000000781234abcd0000000000000e6700000400fffffff900000000000001"
                    + "2c000000010002733100000000000011f80000000100000000000011f8000273310007746f6f6c755f3101"
                    + "0000000200000000000010cc00000000000011300000000000001194000000010009636c617564652f7332"
                    + "0000000300000001000273310000000108c47b07b56747f30000000000000001000573310a6131000a3420"
                    + "70726f6d707465640000000100102f686f6d652f612f73322e6a736f6e6c0000019b8d996900866314d5";

    /** As version 4 wrote it, without the line that named a working directory. */
    private static final String BYTES_4 =
            "46464350000000040011636c75737465722f666f6f7466616c6c2e0000000100102f686f6d652f612f7331"
                    + "2e6a736f6e6c0009636c617564652f73310010396638366430383138383463376436350000000200000000"
                    + "000012670000000000000000000000781234abcd0000000000000e6700000400fffffff900000000000001"
                    + "2c000000010002733100000000000011f80000000100000000000011f8000273310007746f6f6c755f3101"
                    + "00000000000010cc000000010009636c617564652f73320000000300000001000273310000000108c47b07"
                    + "b56747f30000000000000001000573310a6131000a342070726f6d707465640000000100102f686f6d652f"
                    + "612f73322e6a736f6e6c0000019b8d996900d8a20d64";

    /** As version 3 wrote it, without the line that named the session either. */
    private static final String BYTES_3 =
            "46464350000000030011636c75737465722f666f6f7466616c6c2e0000000100102f686f6d652f612f7331"
                    + "2e6a736f6e6c0009636c617564652f73310010396638366430383138383463376436350000000200000000"
                    + "000012670000000000000000000000781234abcd0000000000000e6700000400fffffff900000000000001"
                    + "2c000000010002733100000000000011f80000000100000000000011f8000273310007746f6f6c755f3101"
                    + "000000010009636c617564652f73320000000300000001000273310000000108c47b07b56747f300000000"
                    + "00000001000573310a6131000a342070726f6d707465640000000100102f686f6d652f612f73322e6a736f"
                    + "6e6c0000019b8d99690053324643";

    private final Checkpoint read =
            CheckpointBytes.read(HexFormat.of().parseHex(BYTES)).orElseThrow();

    @Test
    void everyFieldIsRead() {
        assertThat(read.target()).isEqualTo("cluster/footfall.");
        assertThat(read.entries()).containsOnlyKeys(Path.of("/home/a/s1.jsonl"));
        var entry = read.entries().get(Path.of("/home/a/s1.jsonl"));
        assertThat(entry.cursor().file()).isEqualTo(new FileId("claude/s1", "9f86d081884c7d65", 2));
        assertThat(entry.cursor().offset()).isEqualTo(4_711);
        assertThat(entry.previous()).isEqualTo(Map.of("s1", 4_600L));
        assertThat(entry.calls()).isEqualTo(List.of(new OpenCalls.Place(4_600, "s1", "toolu_1")));
        assertThat(entry.skippedTo()).isEqualTo(300);
        assertThat(entry.awaitsAssistant()).isTrue();
        assertThat(entry.named()).isEqualTo(new FileLines.Named(List.of(4_300L, 4_400L), 4_500));
        assertThat(read.generations()).isEqualTo(Map.of("claude/s2", 3));
        assertThat(read.prompts().ownerOther("u1", "s2")).isEqualTo("s1");
        assertThat(read.skipped()).isEqualTo(Map.of("s1\na1", new SkippedTurns(4, true, null)));
        assertThat(read.goneSinceMs()).isEqualTo(Map.of(Path.of("/home/a/s2.jsonl"), 1_767_607_200_000L));
    }

    @Test
    void inACheckpointOfVersion4TheSessionsLineNamedTheWorkingDirectory() {
        var old = CheckpointBytes.read(HexFormat.of().parseHex(BYTES_4)).orElseThrow();
        var entry = old.entries().get(Path.of("/home/a/s1.jsonl"));
        assertThat(entry.named()).isEqualTo(new FileLines.Named(List.of(4_300L), 4_300));
        assertThat(entry.named().offsets()).containsExactly(4_300L);
        assertThat(old.generations()).isEqualTo(read.generations());
    }

    @Test
    void aCheckpointOfVersion3NamesNoSource() {
        var old = CheckpointBytes.read(HexFormat.of().parseHex(BYTES_3)).orElseThrow();
        var entry = old.entries().get(Path.of("/home/a/s1.jsonl"));
        assertThat(entry.named()).isEqualTo(FileLines.Named.NONE);
        assertThat(entry.named().offsets()).isEmpty();
        assertThat(entry.awaitsAssistant()).isTrue();
        assertThat(old.generations()).isEqualTo(read.generations());
    }

    @Test
    void itIsWrittenAsItWasRead() {
        assertThat(HexFormat.of().formatHex(CheckpointBytes.write(read))).isEqualTo(BYTES);
    }
}
