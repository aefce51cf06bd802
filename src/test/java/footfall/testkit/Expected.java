package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whole outputs that stand in files; {@code -Dfootfall.accept} writes them anew, and the diff is read. */
public final class Expected {
    private Expected() {}

    public static void sameAs(Path file, String found) throws IOException {
        if (System.getProperty("footfall.accept") != null) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, found);
        }
        assertThat(found).as(file.toString()).isEqualTo(Files.readString(file));
    }
}
