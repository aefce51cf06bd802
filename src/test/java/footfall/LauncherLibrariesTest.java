package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The launcher compares the libraries of its build with the reviewed ones. */
class LauncherLibrariesTest extends FakeInstall {
    /** Of the bytes {@code limpet}. */
    private static final String SUM = "209d63405462da2edd9ea18daf82b8ad5b16a7b104c0e410392f869446fa1db5";

    private Path reviewed;

    @BeforeEach
    void reviewALibrary() throws IOException {
        reviewed = Files.createDirectories(home.resolve("src/build")).resolve("libraries.sha256");
        Files.writeString(reviewed, SUM + "  pool-1.jar\n");
    }

    private Ran startWith(String bytes) throws Exception {
        maven(BUILT + "printf " + bytes + " > target/lib/pool-1.jar; printf old > target/lib/pool-0.jar\n");
        return launch("turns");
    }

    @Test
    void theReviewedLibraryStarts() throws Exception {
        assertThat(startWith("limpet").out()).isEqualTo("run: turns\n");
    }

    @Test
    void anotherLibraryOfThatNameIsNamedAndNothingStarts() throws Exception {
        var refused = startWith("whelk");
        assertThat(refused.exit()).isEqualTo(1);
        assertThat(refused.out()).isEmpty();
        assertThat(refused.err()).endsWith("""
                        footfall: not the bytes of the reviewed library, whose SHA-256 is in %s: pool-1.jar
                        footfall: if you changed a version in pom.xml, run: %s
                        footfall: otherwise delete the file from %s, and start footfall again
                        """.formatted(
                        reviewed.toRealPath(),
                        "mvn verify -Dit.test=LibrariesIT -Dfootfall.accept",
                        "Maven's local repository, usually ~/.m2"));
        assertThat(startWith("whelk").out()).as("the next start").isEmpty();
        assertThat(startWith("limpet").out())
                .as("after the file was fetched again")
                .isEqualTo("run: turns\n");
    }

    @Test
    void aLibraryOfAnOlderBuildIsRemoved() throws Exception {
        assertThat(startWith("limpet").err())
                .contains("footfall: removed target/lib/pool-0.jar, which " + reviewed.toRealPath()
                        + " does not name; if pom.xml needs it, run: mvn verify");
        assertThat(home.resolve("target/lib")).isDirectoryNotContaining("glob:**/pool-0.jar");
    }
}
