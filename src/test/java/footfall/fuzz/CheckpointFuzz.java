package footfall.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.ship.CheckpointFile;
import footfall.ship.ShipperFailed;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Input: a checkpoint without its checksum. It is read or refused, and what is written of it is read again as the same
 * checkpoint; without the right checksum it is refused.
 */
public final class CheckpointFuzz {
    private static final Path FILE = Path.of("/home/checkpoint");

    private CheckpointFuzz() {}

    /** Files in memory; no transcript is among them. */
    private static final class MemoryDisk extends LocalDisk {
        private final Map<Path, byte[]> files = new HashMap<>();

        @Override
        public Opened open(Path file) throws IOException {
            throw new NoSuchFileException(file.toString());
        }

        @Override
        public Entry stat(Path file) throws IOException {
            throw new NoSuchFileException(file.toString());
        }

        @Override
        public byte[] read(Path file) {
            return files.get(file);
        }

        @Override
        public void write(Path file, byte[] bytes) {
            files.put(file, bytes);
        }

        @Override
        public void move(Path from, Path to) {
            files.put(to, files.remove(from));
        }

        @Override
        public void force(Path folder) {
            // Memory needs no flush.
        }
    }

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        var disk = new MemoryDisk();
        var file = new CheckpointFile(disk, FILE);
        disk.write(FILE, summed(data, 1));
        assertThat(file.load("t").refused()).isNotNull();
        disk.write(FILE, summed(data, 0));
        CheckpointFile.Loaded loaded;
        try {
            loaded = file.load("t");
        } catch (ShipperFailed otherVersion) {
            assertThat(otherVersion).hasMessageStartingWith("another version of footfall wrote ");
            return;
        }
        assertThat(loaded.checkpoint().target()).isEqualTo("t");
        file.save(file.any());
        var written = disk.read(FILE);
        file.save(file.any());
        assertThat(disk.read(FILE)).isEqualTo(written);
    }

    private static byte[] summed(byte[] body, int error) {
        var sum = new CRC32C();
        sum.update(body);
        return ByteBuffer.allocate(body.length + Integer.BYTES)
                .put(body)
                .putInt((int) sum.getValue() + error)
                .array();
    }
}
