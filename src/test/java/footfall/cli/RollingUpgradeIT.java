package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances of this build are replaced by those of one to come while lines flow. Rows of every kind have the next
 * version there, and a field more, which it does not find in the rows that this build wrote.
 */
@LongSuite
@Timeout(900)
class RollingUpgradeIT {
    private static final Path ROWS = Path.of("src", "main", "java", "footfall", "row", "RowKind.java");

    private static final List<Change> CHANGES = List.of(
            new Change("out.unsigned(version);", "out.unsigned(version + 1);"),
            new Change("write.to(out, value);", "write.to(out, value); out.text(\"of the next build\");"),
            new Change("written, version);", "written, version + 1);"),
            new Change(
                    "return in.complete(read.from(in));",
                    "var value = read.from(in); if (in.version() > version) { in.text(); }"
                            + " return in.complete(value);"));

    /** What the next build has in place of a part of the source. */
    private record Change(String now, String next) {}

    @TempDir
    Path folder;

    @Test
    void instancesAreUpgradedOneAfterTheOtherWhileLinesFlow() throws Exception {
        var next = nextBuild();
        try (var instances = Instances.over(folder)) {
            var first = instances.start(ChildJava.classPath(), 0, Instances.PATIENT);
            var second =
                    instances.start(ChildJava.classPath(), 1, Instances.PATIENT).says("stops it");
            instances.awaitShares(2, 2);
            instances.awaitMore();
            assertThat(first.stop().exit()).isEqualTo(143);
            var upgraded = instances.start(next, 0, Instances.PATIENT);
            instances.awaitShares(2, 2);
            instances.awaitMore();
            instances.awaitProcessed(second); // So the next build has written rows of each of its partitions.
            instances.awaitShares(2, 2); // The earlier build has standbys of newer rows, and continues.
            upgraded.kill();
            assertThat(second.exit()).isEqualTo(1);
            assertThat(second.err())
                    .containsPattern(
                            "cannot read a stored row: a [a-z ]+ row has version \\d+, and this footfall reads "
                                    + "versions up to \\d+; start the footfall version that wrote it");
            instances.start(next, 0, Instances.PATIENT);
            instances.start(next, 1, Instances.PATIENT);
            instances.awaitShares(2, 2);
            instances.assertEqualsFiles();
        }
    }

    /** A class path. */
    private String nextBuild() throws IOException {
        var source = Files.readString(ROWS);
        for (var change : CHANGES) {
            assertThat(source).contains(change.now);
            source = source.replace(change.now, change.next);
        }
        var file = Files.writeString(
                Files.createDirectories(folder.resolve("source")).resolve("RowKind.java"), source);
        var classes = Files.createDirectories(folder.resolve("classes"));
        int ended = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        ChildJava.classPath(),
                        "-d",
                        classes.toString(),
                        file.toString());
        assertThat(ended).isZero();
        return classes + File.pathSeparator + ChildJava.classPath();
    }
}
