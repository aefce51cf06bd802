package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances of real older builds are replaced one after the other by those of the next build, up to this one, while
 * lines flow. {@code -Dfootfall.older} names the jars, oldest first. The older instance beside a newer one continues,
 * or stops and says which version to start.
 */
@LongSuite
@Timeout(1_800)
class OlderBuildsIT {
    private static final String OLDER = System.getProperty("footfall.older");

    @TempDir
    Path folder;

    @Test
    void instancesOfOlderBuildsAreReplacedOneAfterTheOtherWhileLinesFlow() throws Exception {
        assumeTrue(OLDER != null, "no jar of an older build: -Dfootfall.older, see topology-docs/long-runs.md");
        var builds = builds();
        try (var instances = Instances.over(folder)) {
            var first = instances.start(builds.get(0), 0, Instances.PATIENT);
            var second = instances.start(builds.get(0), 1, Instances.PATIENT);
            instances.awaitShares(2, 2);
            instances.awaitMore();
            for (var next : builds.subList(1, builds.size())) {
                assertThat(first.stop().exit()).as(first.err()).isEqualTo(143);
                first = instances.start(next, 0, Instances.PATIENT);
                endOlder(instances, second);
                second = instances.start(next, 1, Instances.PATIENT);
                instances.awaitShares(2, 2);
                instances.awaitMore();
            }
            instances.assertEqualsFiles();
            assertThat(first.stop().exit()).as(first.err()).isEqualTo(143);
            assertThat(second.stop().exit()).as(second.err()).isEqualTo(143);
        }
    }

    /** Class paths, this build last. */
    private static List<String> builds() {
        var builds = new ArrayList<String>();
        for (var jar : OLDER.split(",")) {
            assertThat(Path.of(jar)).isRegularFile();
            assertThat(Path.of(jar).resolveSibling("lib")).isDirectory();
            builds.add(jar);
        }
        builds.add(ChildJava.classPath());
        return builds;
    }

    /** Both process what is there, or the older one stops at something newer and says so. */
    private static void endOlder(Instances instances, ChildUp older) throws Exception {
        instances.awaitShares(older, 2, 2);
        instances.awaitProcessed(older);
        int exit = older.stop().exit();
        if (exit == 143) {
            System.out.println("the older instance continued");
        } else {
            System.out.println("the older instance ended with " + exit + ": " + older.err());
            assertThat(exit).isEqualTo(1);
            assertThat(older.err())
                    .containsPattern("has version \\d+, and this footfall reads versions up to \\d+; "
                            + "start the footfall version that wrote it");
        }
    }
}
