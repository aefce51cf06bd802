package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The jars in the archives are those that were reviewed, byte by byte. The list has the form of {@code sha256sum};
 * {@code mvn verify -Dit.test=LibrariesIT -Dfootfall.accept} writes it after a version was changed.
 */
class LibrariesIT {
    private static final Path LIBRARIES = Path.of("target", "lib");
    private static final Path REVIEWED = Path.of("src", "build", "libraries.sha256");

    private static String sums() throws Exception {
        try (var jars = Files.list(LIBRARIES)) {
            return jars.sorted().map(LibrariesIT::sum).collect(Collectors.joining());
        }
    }

    private static String sum(Path jar) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
            return HexFormat.of().formatHex(hash) + "  " + jar.getFileName() + "\n";
        } catch (Exception broken) {
            throw new AssertionError(jar.toString(), broken);
        }
    }

    @Test
    void eachLibraryIsTheReviewedOne() throws Exception {
        if (System.getProperty("footfall.accept") != null) {
            write(sums());
        }
        assertThat(sums()).isEqualTo(Files.readString(REVIEWED));
    }

    private static void write(String sums) throws IOException {
        Files.write(REVIEWED, sums.getBytes(StandardCharsets.UTF_8));
    }
}
