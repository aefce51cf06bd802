package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.turn.FoldRows;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances of this build are replaced by those of one to come, whose rows of trails have the next version,
 * while lines flow.
 */
@LongSuite
@Timeout(900)
class RollingUpgradeIT {
    private static final Path ROWS = Path.of("src", "main", "java", "footfall", "turn", "FoldRows.java");
    private static final int VERSION = FoldRows.TRAIL.version();

    @TempDir
    Path folder;

    @Test
    void instancesAreUpgradedOneAfterTheOtherWhileLinesFlow() throws Exception {
        var next = nextBuild();
        try (var instances = Instances.over(folder)) {
            var first = instances.start(0);
            var second = instances.start(1).says("stops it");
            instances.awaitShares(2, 2);
            instances.awaitMore();
            assertThat(first.stop().exit()).isEqualTo(143);
            var upgraded = instances.start(next, 0, Map.of());
            instances.awaitShares(2, 2);
            instances.awaitMore();
            instances.awaitShares(2, 2); // The earlier build has standbys of newer rows, and continues.
            upgraded.kill();
            assertThat(second.exit()).isEqualTo(1);
            assertThat(second.err())
                    .contains("cannot read a stored row: a trail row has version " + (VERSION + 1)
                            + ", and this footfall reads versions up to " + VERSION
                            + "; start the footfall version that wrote it");
            instances.start(next, 0, Map.of());
            instances.start(next, 1, Map.of());
            instances.awaitShares(2, 2);
            instances.assertEqualsFiles();
        }
    }

    /** A class path. The layout of the row has not changed, only its version. */
    private String nextBuild() throws IOException {
        var source = Files.readString(ROWS);
        var changed =
                source.replace("TrailBytes::read).version(" + VERSION, "TrailBytes::read).version(" + (VERSION + 1));
        assertThat(changed).isNotEqualTo(source);
        var file = Files.writeString(
                Files.createDirectories(folder.resolve("source")).resolve("FoldRows.java"), changed);
        var classes = Files.createDirectories(folder.resolve("classes"));
        int ended = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        ChildUp.classPath(),
                        "-d",
                        classes.toString(),
                        file.toString());
        assertThat(ended).isZero();
        return classes + File.pathSeparator + ChildUp.classPath();
    }
}
