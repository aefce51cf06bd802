package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.FileId;
import footfall.tail.Cursor;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever of the disk fails while a checkpoint is written, the old one stands or the new one. */
class CheckpointFaultTest {
    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void path() {
        path = folder.resolve("checkpoint");
    }

    /** At what the disk fails. */
    enum Fault {
        WRITE,
        HALF_WRITE,
        RENAME,
        FORCE
    }

    /** This machine's, which fails at one thing. */
    private static final class BrokenDisk extends LocalDisk {
        private final Fault fault;

        private BrokenDisk(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void write(Path file, byte[] bytes) throws IOException {
            if (fault == Fault.HALF_WRITE) {
                super.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            }
            failAt(Fault.WRITE, Fault.HALF_WRITE);
            super.write(file, bytes);
        }

        @Override
        public void move(Path from, Path to) throws IOException {
            failAt(Fault.RENAME);
            super.move(from, to);
        }

        @Override
        public void force(Path at) throws IOException {
            failAt(Fault.FORCE);
            super.force(at);
        }

        private void failAt(Fault... faults) throws IOException {
            if (List.of(faults).contains(fault)) {
                throw new IOException("no space left");
            }
        }
    }

    private static Checkpoint of(int offset) {
        var checkpoint = Checkpoint.empty("here");
        var start = Cursor.start("claude/s1", 0);
        var cursor = new Cursor(new FileId("claude/s1", "00", 0), offset, start.first(), start.last());
        checkpoint.entries().put(Path.of("/s1.jsonl"), Checkpoint.Entry.start(cursor));
        checkpoint.generations().put("claude/s2", 3);
        checkpoint.prompts().claim("u1", "s1");
        return checkpoint;
    }

    private long kept() throws IOException {
        var loaded = new CheckpointFile(new LocalDisk(), path).load("here");
        assertThat(loaded.refused()).isNull();
        return loaded.checkpoint().entries().get(Path.of("/s1.jsonl")).cursor().offset();
    }

    @ParameterizedTest
    @EnumSource
    void theOldOneStandsOrTheNewOneAndTheNextWriteHolds(Fault fault) throws IOException {
        var disk = new LocalDisk();
        new CheckpointFile(disk, path).save(of(1));
        var broken = new CheckpointFile(new BrokenDisk(fault), path);
        assertThatThrownBy(() -> broken.save(of(2))).isInstanceOf(IOException.class);
        assertThat(kept()).isEqualTo(fault == Fault.FORCE ? 2 : 1);
        new CheckpointFile(disk, path).save(of(3));
        assertThat(kept()).isEqualTo(3);
    }

    @Test
    void whatIsWrittenIsReadBack() throws IOException {
        var file = new CheckpointFile(new LocalDisk(), path);
        file.save(of(7));
        var read = file.load("here").checkpoint();
        assertThat(read.entries()).isEqualTo(of(7).entries());
        assertThat(read.generations()).isEqualTo(of(7).generations());
        assertThat(read.prompts().ownerOther("u1", "s2")).isEqualTo("s1");
    }

    @Test
    void cutAtAnyByteItIsRefused() throws IOException {
        var file = new CheckpointFile(new LocalDisk(), path);
        file.save(of(7));
        var bytes = Files.readAllBytes(path);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(path, Arrays.copyOf(bytes, length));
            assertThat(file.load("here").refused()).isEqualTo(path + " is damaged");
        }
    }

    @Test
    void ofAnotherClusterItMeansNothing() throws IOException {
        var file = new CheckpointFile(new LocalDisk(), path);
        file.save(of(7));
        var loaded = file.load("there");
        assertThat(loaded.refused()).isEqualTo(path + " belongs to another Kafka cluster");
        assertThat(loaded.checkpoint().entries()).isEmpty();
    }

    /** The same checkpoint with another text, as long, and the sum that goes with it. */
    private void rewrite(byte[] text, byte[] other) throws IOException {
        var bytes = Files.readAllBytes(path);
        var latin = new String(bytes, 0, bytes.length - 4, StandardCharsets.ISO_8859_1)
                .replace(new String(text, StandardCharsets.ISO_8859_1), new String(other, StandardCharsets.ISO_8859_1));
        var body = latin.getBytes(StandardCharsets.ISO_8859_1);
        var sum = new CRC32C();
        sum.update(body);
        Files.write(
                path,
                ByteBuffer.allocate(bytes.length)
                        .put(body)
                        .putInt((int) sum.getValue())
                        .array());
    }

    @Test
    void aPathThatThisMachineCannotNameCostsItsFileAlone() throws IOException {
        var file = new CheckpointFile(new LocalDisk(), path);
        var kept = of(7);
        kept.entries().put(Path.of("/xx.jsonl"), kept.entries().get(Path.of("/s1.jsonl")));
        kept.goneSinceMs().put(Path.of("/xx.jsonl"), 5L);
        kept.goneSinceMs().put(Path.of("/s1.jsonl"), 6L);
        file.save(kept);
        rewrite(new byte[] {'x', 'x'}, new byte[] {(byte) 0xC0, (byte) 0x80}); // The character 0, in no path.
        var read = file.load("here");
        assertThat(read.refused()).isNull();
        assertThat(read.checkpoint().entries()).isEqualTo(of(7).entries());
        assertThat(read.checkpoint().goneSinceMs()).containsOnlyKeys(Path.of("/s1.jsonl"));
        assertThat(read.checkpoint().prompts().ownerOther("u1", "s2")).isEqualTo("s1");
    }

    @Test
    void aNameOfAnyBytesIsReadBack() throws IOException {
        var file = new CheckpointFile(new LocalDisk(), path);
        var kept = of(7);
        for (var name : List.of("%FF.jsonl", "%C3%A9.jsonl", "a%20b%25.jsonl", "%EF%BF%BD.jsonl")) {
            var strange = Path.of(URI.create("file:///w/" + name));
            kept.entries().put(strange, kept.entries().get(Path.of("/s1.jsonl")));
            kept.goneSinceMs().put(strange, 5L);
        }
        file.save(kept);
        var read = file.load("here").checkpoint();
        assertThat(read.entries()).hasSize(5).isEqualTo(kept.entries());
        assertThat(read.goneSinceMs()).hasSize(4).isEqualTo(kept.goneSinceMs());
    }
}
