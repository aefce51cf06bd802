package footfall.cli;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.row.RowBytes;
import footfall.testkit.ChildJava;
import footfall.testkit.LongSuite;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data that another version of footfall wrote: this one is compiled again with another version of its rows. */
@LongSuite
@Timeout(300)
class OtherVersionIT {
    /** The one class that contains the version. */
    private static final Path ROW_BYTES = Path.of("src", "main", "java", "footfall", "row", "RowBytes.java");

    private static final int OTHER = RowBytes.VERSION - 1;

    @TempDir
    Path folder;

    private Path projects;

    @BeforeEach
    void write() throws IOException {
        projects = Files.createDirectories(folder.resolve("home/projects/shop"));
        Files.write(
                projects.resolve("s1.jsonl"),
                session("s1")
                        .prompt(0, "go")
                        .assistant(1, "m1", use("Read", "t1"))
                        .prompt(2, "on")
                        .bytes());
    }

    @Test
    void upRefusesTheFolderAndLeavesItToThatVersion() throws Exception {
        var theirs = folder.resolve("theirs");
        assertThat(up(otherBuild(), theirs, 0)).isEmpty();
        assertThat(up(ChildJava.classPath(), theirs, 1))
                .containsPattern("another version of footfall wrote the data of application footfall in "
                        + theirs.resolve("streams") + ": a [a-z ]+ row has version " + OTHER
                        + ", and this footfall reads only version " + RowBytes.VERSION
                        + "; start that version, or start over: up with another data_dir, stream with another "
                        + "topic_prefix and --state; the transcripts that still exist are shipped again");
        assertThat(up(otherBuild(), theirs, 0)).isEmpty();
    }

    /** What {@code up --once} says on stderr. */
    private String up(String classPath, Path data, int exit) throws IOException {
        try (var up = ChildUp.start(
                List.of(),
                classPath,
                folder,
                "up",
                "--once",
                "--home",
                folder.resolve("home").toString(),
                "--set",
                "data_dir=" + data)) {
            assertThat(up.exit()).as(up.err()).isEqualTo(exit);
            if (exit == 0) {
                assertThat(up.out()).startsWith("turns 1, sessions 1, ");
            }
            return up.err();
        }
    }

    /** A class path. */
    private String otherBuild() throws IOException {
        var classes = Files.createDirectories(folder.resolve("classes"));
        var sources = Files.createDirectories(folder.resolve("sources"));
        var source = Files.readString(ROW_BYTES);
        var file = sources.resolve(ROW_BYTES.getFileName());
        Files.writeString(file, source.replace("VERSION = " + RowBytes.VERSION + ";", "VERSION = " + OTHER + ";"));
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-cp",
                                ChildJava.classPath(),
                                "-d",
                                classes.toString(),
                                file.toString()))
                .isZero();
        return classes + File.pathSeparator + ChildJava.classPath();
    }
}
