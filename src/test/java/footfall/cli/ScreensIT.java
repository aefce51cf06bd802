package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.screen.Cells;
import footfall.testkit.ChildJava;
import footfall.testkit.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the commands print on a terminal of 80, 120 and 200 columns is what somebody has looked at. {@code
 * -Dfootfall.accept} writes it anew.
 */
@Timeout(300)
class ScreensIT {
    private static final Path ACCEPTED = Path.of("src/test/resources/screens");
    /** Paths stand in the screens: it is the same on each machine. */
    private static final Path HOME = Path.of("target/screens");

    @TempDir
    static Path folder;

    @BeforeAll
    static void draw() throws Exception {
        Assumptions.assumeTrue(Tmux.isThere(), "there is no tmux here: apt-get install tmux");
        delete();
        Files.createDirectories(HOME);
        var command = ChildJava.words("-Duser.timezone=UTC", "-Dpicocli.ansi=false") + " " + Screens.class.getName()
                + " " + HOME;
        try (var tmux = Tmux.run(folder, 80, 30, command + "; echo END; sleep 600")) {
            tmux.screenWith("END");
        }
    }

    @AfterAll
    static void delete() throws Exception {
        if (Files.exists(HOME)) {
            try (var files = Files.walk(HOME)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(path -> path.toFile().delete());
            }
        }
    }

    @Test
    void eachCommandFitsAndIsAsItWasAccepted() throws Exception {
        for (int width : Screens.WIDTHS) {
            var screens = Files.readString(HOME.resolve(width + ".txt"));
            new Page(ACCEPTED.resolve(width + ".txt")).holds(screens);
            assertThat(screens.lines().filter(line -> !line.startsWith("    footfall: ")))
                    .allSatisfy(line -> assertThat(Cells.width(line)).as(line).isLessThanOrEqualTo(width));
        }
    }
}
