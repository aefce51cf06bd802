package footfall.tail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStream;
import footfall.tail.LocalDisk.UnpackedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** A compressed file has the size and the bytes that it had before, wherever it is read. */
class UnpackedFileProperties {
    private static final int BYTES = 5 << 20;

    /** Bytes in memory, as a file. */
    private record InMemory(byte[] bytes) implements Disk.Opened {
        @Override
        public long size() {
            return bytes.length;
        }

        @Override
        public int read(ByteBuffer into, long at) {
            if (at >= bytes.length) {
                return -1;
            }
            int count = (int) Math.min(into.remaining(), bytes.length - at);
            into.put(bytes, (int) at, count);
            return count;
        }

        @Override
        public void close() {}
    }

    /** Text that compresses, with a place in every position. */
    private static byte[] text(int seed, int length) {
        var random = new Random(seed);
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) ('a' + random.nextInt(1 + i % 7));
        }
        return bytes;
    }

    /** As a writer compresses it that does not know the size, in two frames. */
    private static byte[] packed(byte[] bytes) throws IOException {
        var out = new ByteArrayOutputStream();
        int half = bytes.length / 2;
        for (var part : List.of(Arrays.copyOf(bytes, half), Arrays.copyOfRange(bytes, half, bytes.length))) {
            try (var zstd = new ZstdOutputStream(out)) {
                zstd.write(part);
            }
        }
        return out.toByteArray();
    }

    private static byte[] read(Disk.Opened file, long at, int length) throws IOException {
        var into = ByteBuffer.allocate(length);
        while (into.hasRemaining() && file.read(into, at + into.position()) >= 0) {
            // Reads until the buffer is full or the file ends.
        }
        return Arrays.copyOf(into.array(), into.position());
    }

    @Property(tries = 20)
    void itIsReadAsBefore(
            @ForAll @IntRange(max = BYTES) int length,
            @ForAll @Size(min = 1, max = 12) List<@LongRange(max = BYTES) Long> places,
            @ForAll @IntRange(min = 1, max = 2 << 20) int count)
            throws IOException {
        var bytes = text(length, length);
        try (var file = new UnpackedFile(new InMemory(packed(bytes)))) {
            for (long at : places) {
                int from = (int) Math.min(at, length);
                assertThat(read(file, at, count))
                        .isEqualTo(Arrays.copyOfRange(bytes, from, Math.min(length, from + count)));
            }
            assertThat(file.size()).isEqualTo(length);
        }
    }

    @Example
    void longLinesAreReadWithFewStarts() throws IOException {
        var line = new byte[3 << 20];
        Arrays.fill(line, (byte) 'x');
        line[line.length - 1] = '\n';
        var all = ByteBuffer.allocate(20 * line.length);
        while (all.hasRemaining()) {
            all.put(line);
        }
        var counting = new Counting(new InMemory(packed(all.array())));
        try (var chunks = new Chunks(new UnpackedFile(counting), 0, new Chunks.Sizes(64 << 10, 64 << 20))) {
            int lines = 0;
            for (var chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
                lines += chunk.bytes().length() / line.length;
            }
            assertThat(lines).isEqualTo(20);
        }
        assertThat(counting.starts).isLessThan(6);
    }

    /** Counts how often a file is read from its beginning. */
    private static final class Counting implements Disk.Opened {
        private final Disk.Opened file;
        private int starts;

        private Counting(Disk.Opened file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            starts += at == 0 ? 1 : 0;
            return file.read(into, at);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** 64 MiB of zeros, in about 2 KiB. */
    @Example
    void contentBeyondTheLimitIsAnErrorThatSaysSo() throws IOException {
        var packed = Zstd.compress(new byte[64 << 20]);
        assertThat(packed.length).isLessThan(8 << 10);
        long max = 16 << 20;
        try (var file = new UnpackedFile(new InMemory(packed), max)) {
            assertThatThrownBy(file::size)
                    .isInstanceOf(Disk.ContentTooLarge.class)
                    .hasMessageContaining("the limit for compressed files; unpack it to have it read");
            assertThat(read(file, 0, 1 << 20)).hasSize(1 << 20);
            assertThatThrownBy(() -> read(file, max - 10, 20)).isInstanceOf(Disk.ContentTooLarge.class);
        }
        try (var file = new UnpackedFile(new InMemory(packed), 64 << 20)) {
            assertThat(file.size()).isEqualTo(64 << 20);
        }
    }

    @Example
    void aTruncatedFileIsAnError() throws IOException {
        var packed = Zstd.compress(text(1, 100_000));
        try (var file = new UnpackedFile(new InMemory(Arrays.copyOf(packed, packed.length / 2)))) {
            assertThatThrownBy(file::size)
                    .isInstanceOf(Disk.ContentDamaged.class)
                    .hasMessage("the compressed file is damaged or incomplete, and nothing of it was read; replace it "
                            + "with a copy from a backup, or delete it");
        }
    }
}
