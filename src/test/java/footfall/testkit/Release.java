package footfall.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/**
 * What a release, or a build with a form of its own, left on a disk: {@code src/test/resources/compat/VERSION.zip} or
 * {@code .zip.gz}, made by {@code src/test/compat/make} with its own jar. It contains the data folder of an {@code up}
 * that was stopped in the middle of its transcripts, and the transcripts as far as they had been written. The whole
 * transcripts are in {@code compat/home}.
 */
public record Release(Path archive) {
    private static final Path ALL = Path.of("src", "test", "resources", "compat");
    private static final Path WHOLE = ALL.resolve("home");

    /** Where the release had its home; the checkpoint contains paths. */
    private static final byte[] PLACE = "/tmp/footfall-compat/home".getBytes(StandardCharsets.US_ASCII);

    /** One unpacked release in a folder of the test's. */
    public record Unpacked(String version, Path home, Path data) {
        /** Adds to each transcript the lines that the release did not see. */
        public void writeRest() {
            copy(WHOLE, home);
        }

        public Path checkpoint() {
            return data.resolve("up-ship").resolve("checkpoint");
        }
    }

    public static List<Release> all() {
        try (var files = Files.list(ALL)) {
            return files.filter(file -> file.toString().matches(".*\\.zip(\\.gz)?"))
                    .sorted()
                    .map(Release::new)
                    .toList();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    public String version() {
        return archive.getFileName().toString().replaceFirst("\\.zip(\\.gz)?$", "");
    }

    /** The rows of its stores as text, see {@link StoredRow}; the file may not exist. */
    public Path rows() {
        return archive.resolveSibling(version() + ".rows");
    }

    private InputStream bytes() throws IOException {
        var file = Files.newInputStream(archive);
        return archive.toString().endsWith(".gz") ? new GZIPInputStream(file) : file;
    }

    /** Unpacks it as if the release had run in the folder. */
    public Unpacked unpack(Path folder) {
        try (var zip = new ZipInputStream(bytes())) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                var file = folder.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
            var unpacked = new Unpacked(version(), folder.resolve("home"), folder.resolve("data"));
            var checkpoint = Files.readAllBytes(unpacked.checkpoint());
            Files.write(unpacked.checkpoint(), moved(checkpoint, unpacked.home().toString()));
            return unpacked;
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** The checkpoint with its paths below another home: each text has its length before it, the file a sum. */
    private static byte[] moved(byte[] checkpoint, String home) {
        var place = home.getBytes(StandardCharsets.US_ASCII);
        var moved = new ByteArrayOutputStream();
        for (int i = 0; i < checkpoint.length - Integer.BYTES; i++) {
            if (startsWith(checkpoint, i + Short.BYTES, PLACE)) {
                int length = ByteBuffer.wrap(checkpoint, i, Short.BYTES).getShort() - PLACE.length + place.length;
                moved.write(length >> Byte.SIZE);
                moved.write(length);
                moved.writeBytes(place);
                i += Short.BYTES + PLACE.length - 1;
            } else {
                moved.write(checkpoint[i]);
            }
        }
        var sum = new CRC32C();
        sum.update(moved.toByteArray());
        moved.writeBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt((int) sum.getValue()).array());
        return moved.toByteArray();
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] prefix) {
        return ByteBuffer.wrap(bytes, from, Math.min(prefix.length, bytes.length - from))
                .equals(ByteBuffer.wrap(prefix));
    }

    private static void copy(Path from, Path to) {
        try (var paths = Files.walk(from)) {
            for (var path : paths.filter(Files::isRegularFile).toList()) {
                var file = to.resolve(from.relativize(path).toString());
                Files.createDirectories(file.getParent());
                Files.copy(path, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    @Override
    public String toString() {
        return version();
    }
}
