package footfall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The launcher with programs in place of Maven and Java that say what the real ones say. */
abstract class FakeInstall {
    static final String BUILT = """
      echo '[INFO] --- maven-jar-plugin:3.5.1:jar (default-jar) @ footfall ---'
      mkdir -p target/lib && echo jar > target/footfall.jar
      """;

    @TempDir
    Path folder;

    Path home;
    Path java;
    String options = "";
    String classPath = "";

    @BeforeEach
    void placeLauncher() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no /bin/sh");
        home = Files.createDirectories(folder.resolve("app"));
        Files.copy(Path.of("footfall"), home.resolve("footfall"));
        Files.createDirectories(home.resolve("src/main"));
        Files.writeString(home.resolve("pom.xml"), "<project/>\n");
        // The launcher looks once a second.
        program(folder.resolve("bin/sleep"), "[ \"$1\" = 1 ] && exec /bin/sleep 0.05\nexec /bin/sleep \"$@\"\n");
        java = folder.resolve("jdk");
        program(java.resolve("bin/java"), """
        for word; do
          case $word in -XX:ArchiveClassesAtExit=*) echo archive > "${word#*=}"; exit ;; esac
        done
        echo "run: $*" | sed 's/.* -jar [^ ]* //; s/^/run: /'
        case $* in *SharedArchiveFile*) echo with archive;; esac
        """);
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    /** The training goes on in the background, in the folder that is deleted after the test. */
    @AfterEach
    void waitForTheTraining() {
        Awaitility.await()
                .atMost(Duration.ofMinutes(4))
                .until(() -> Stream.of("target/cds/.training", "cds/.training")
                        .noneMatch(lock -> Files.exists(home.resolve(lock))));
    }

    static void program(Path at, String script) throws IOException {
        Files.createDirectories(at.getParent());
        Files.writeString(at, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    final void maven(String script) throws IOException {
        program(folder.resolve("bin/mvn"), script);
    }

    /** What a launcher printed, and its exit code. */
    record Ran(int exit, String out, String err) {}

    final Ran launch(String... arguments) throws Exception {
        var words = new ArrayList<>(List.of("/bin/sh", home.resolve("footfall").toString()));
        words.addAll(List.of(arguments));
        var out = Files.createTempFile(folder, "out", "");
        var err = Files.createTempFile(folder, "err", "");
        var start = new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
        start.environment().put("JAVA_HOME", java.toString());
        start.environment().put("SHOWN", err.toString());
        start.environment().put("FOOTFALL_JAVA_OPTS", options);
        start.environment().put("FOOTFALL_CLASSPATH", classPath);
        start.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        int exit = start.start().waitFor();
        return new Ran(exit, Files.readString(out), Files.readString(err));
    }
}
