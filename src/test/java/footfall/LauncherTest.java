package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the launcher builds, creates and starts. */
class LauncherTest extends FakeInstall {
    @Test
    void theFirstStartSaysWhatItFetchesAndBuildsAndHowFarItIs() throws Exception {
        maven("""
        seq 1 500 | sed 's/.*/[INFO] Downloaded from central: file/' >"$SHOWN.all"
        cat "$SHOWN.all" # in one write, or the launcher could show a part of it
        until grep -q 'downloading, 500' "$SHOWN"; do sleep 0.1; done
        echo '[INFO] --- maven-compiler-plugin:3.16.0:compile (default-compile) @ footfall ---'
        until grep -q 'compiling, 500' "$SHOWN"; do sleep 0.1; done
        """ + BUILT + """
        until grep -q 'packaging, 500' "$SHOWN"; do sleep 0.1; done
        """);
        var target = home.toRealPath().resolve("target");
        assertThat(launch("turns", "--from"))
                .isEqualTo(new Ran(
                        0,
                        "run: turns --from\n",
                        "footfall: first start: building footfall in " + target + " (about 160 MB)\n"
                                + "footfall: downloading libraries to Maven's local repository, usually ~/.m2 "
                                + "(up to 180 MB, once)\n"
                                + "footfall: downloading, 500 of up to 640 files downloaded\n"
                                + "footfall: compiling, 500 of up to 640 files downloaded\n"
                                + "footfall: packaging, 500 of up to 640 files downloaded\n"
                                + "footfall: built; starting footfall\n"));
    }

    @Test
    void aFailedDownloadIsExplainedWithoutMavensReport() throws Exception {
        maven("""
        echo '[ERROR] Failed to execute: Could not transfer artifact a:b:pom:1: example.invalid: Unknown host'
        exit 1
        """);
        var log = home.toRealPath().resolve("target/build.log");
        assertThat(launch("turns").exit()).isEqualTo(1);
        assertThat(launch("turns").err())
                .endsWith("footfall: cannot download the libraries: the host name of the "
                        + "Maven repository cannot be resolved; is this machine online?\n"
                        + "footfall: start footfall again to "
                        + "continue; finished downloads are kept. The whole log is " + log + "\n")
                .doesNotContain("example.invalid");
        maven("echo '[ERROR] Could not transfer artifact a:b:pom:1: Connect to x: Connection refused'; exit 1\n");
        assertThat(launch("turns").err()).contains("the Maven repository is unreachable");
    }

    @Test
    void anErrorOfTheCompilerIsShown() throws Exception {
        maven("echo '[ERROR] Main.java:[3,1] ; expected'; exit 1\n");
        assertThat(launch("turns").err()).contains("[ERROR] Main.java:[3,1] ; expected\nfootfall: the build failed;");
    }

    @Test
    void theArchiveIsCreatedAfterTheFirstRunAndUsedByTheNext() throws Exception {
        maven(BUILT);
        assertThat(launch("paths").out()).isEqualTo("run: paths\n");
        var archive = home.resolve("target/cds/java-17.0.1.jsa");
        waitForTheTraining();
        assertThat(Path.of(archive + ".tried")).exists();
        assertThat(archive).hasContent("archive");
        assertThat(launch("paths")).isEqualTo(new Ran(0, "run: paths\nwith archive\n", ""));
    }

    /** A JVM with such a cache and an option about sharing does not start. */
    @Test
    void fromJava25OnCommandsWithKafkaUseAnAheadOfTimeCache() throws Exception {
        maven(BUILT);
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        program(java.resolve("bin/java"), """
        for word; do
          case $word in
            -Xshare:auto) echo no cache with this >&2; exit 1 ;;
            -XX:AOTConfiguration=*) recorded=${word#*=} ;;
            -XX:AOTCache=*) cache=${word#*=} ;;
          esac
        done
        case $* in
          *AOTMode=record*) echo all > "$recorded" ;;
          *AOTMode=create*) cp "$recorded" "$cache" ;;
          *) cat "${cache:-/dev/null}" ;;
        esac
        """);
        launch("up");
        waitForTheTraining();
        assertThat(home.resolve("target/cds/java-25.0.3.aot.tried")).exists();
        assertThat(launch("up")).isEqualTo(new Ran(0, "all\n", ""));
        options = "-Xshare:off";
        assertThat(launch("up")).isEqualTo(new Ran(0, "", ""));
    }

    /** A young generation fills before it is collected, and without a limit it grows with the machine's memory. */
    @Test
    void theYoungGenerationOfAQuestionIsLimited() throws Exception {
        maven(BUILT);
        program(java.resolve("bin/java"), "echo \"$*\" | tr ' ' '\\n'\n");
        assertThat(launch("turns").out().lines()).contains("-XX:MaxNewSize=32m");
        for (var command : List.of("up", "ship", "stream")) {
            assertThat(launch(command).out().lines()).as(command).doesNotContain("-XX:MaxNewSize=32m");
        }
    }

    /** Another collector and later compilation make a processor's answer faster, and the reading of files slower. */
    @Test
    void aCommandThatAsksAProcessorHasFlagsOfItsOwn() throws Exception {
        maven(BUILT);
        program(java.resolve("bin/java"), "echo \"$*\" | tr ' ' '\\n'\n");
        assertThat(launch("turns", "--json").out().lines()).contains("-XX:+UseG1GC", "-XX:CompileThresholdScaling=3");
        for (var arguments : List.of("turns --from", "turns --from=x --json", "find x", "up")) {
            assertThat(launch(arguments.split(" ")).out().lines())
                    .as(arguments)
                    .contains("-XX:+UseSerialGC")
                    .doesNotContain("-XX:CompileThresholdScaling=3");
        }
    }

    @Test
    void jarsOfTheUserAreBehindTheProgram() throws Exception {
        maven(BUILT);
        program(java.resolve("bin/java"), "echo \"$*\" | tr ' ' '\\n'\n");
        classPath = "/opt/login.jar:/opt/its library.jar";
        var said = launch("stream").out();
        assertThat(said)
                .contains("target/footfall.jar:/opt/login.jar:/opt/its\nlibrary.jar\nfootfall.cli.Main\nstream");
        assertThat(said).doesNotContain("-jar");
    }

    /** A JVM with two does not start. */
    @Test
    void aCollectorOfTheUserReplacesThatOfTheLauncher() throws Exception {
        maven(BUILT);
        program(java.resolve("bin/java"), "echo \"$*\" | tr ' ' '\\n'\n");
        options = "-XX:+UseParallelGC -Xmx300m";
        for (var command : List.of("turns", "find x", "stream")) {
            assertThat(launch(command.split(" ")).out().lines())
                    .as(command)
                    .contains("-XX:+UseParallelGC", "-XX:-UsePerfData")
                    .doesNotContain("-XX:+UseSerialGC", "-XX:+UseG1GC");
        }
    }

    /** As of {@code footfall turns | head}. */
    @Test
    @Timeout(60)
    void aPipeEndsBeforeTheTraining() throws Exception {
        maven(BUILT);
        var go = folder.resolve("go");
        program(java.resolve("bin/java"), """
        case $* in *-XX:ArchiveClassesAtExit=*) until [ -e "%s" ]; do sleep 0.1; done ;; *) echo ran ;; esac
        """.formatted(go));
        var read = folder.resolve("read");
        var start = new ProcessBuilder(
                "/bin/sh", "-c", "\"$0\" paths 2>&1 | cat > \"$1\"", home + "/footfall", read.toString());
        start.environment().put("JAVA_HOME", java.toString());
        start.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        assertThat(start.start().waitFor()).isZero();
        assertThat(read).content().endsWith("ran\n");
        assertThat(home.resolve("target/cds/.training")).exists();
        Files.createFile(go);
    }

    @Test
    void aTrainingThatWasKilledIsTriedAgain() throws Exception {
        var archive = launchedWithoutArchive();
        var dead = new ProcessBuilder("/bin/true").start();
        dead.waitFor();
        var lock = Files.createDirectory(archive.resolveSibling(".training"));
        Files.writeString(lock.resolve("pid"), dead.pid() + "\n");
        launch("paths");
        waitForTheTraining();
        assertThat(archive).exists();
    }

    /** The place of the archive, in an install where none was made yet. */
    private Path launchedWithoutArchive() throws Exception {
        maven(BUILT);
        launch("paths");
        waitForTheTraining();
        var archive = home.resolve("target/cds/java-17.0.1.jsa");
        Files.delete(archive);
        Files.delete(Path.of(archive + ".tried"));
        return archive;
    }

    @Test
    void aTrainingWhoseLauncherWasKilledAtOnceIsTriedAgain() throws Exception {
        var archive = launchedWithoutArchive();
        var lock = Files.createDirectory(archive.resolveSibling(".training"));
        launch("paths");
        assertThat(lock).as("it may write its process ID yet").isEmptyDirectory();
        Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        launch("paths");
        waitForTheTraining();
        assertThat(archive).exists();
    }

    /** As the archives have it: jars beside the launcher, and transcripts for the training. */
    private void install(String library) throws IOException {
        Files.delete(home.resolve("pom.xml"));
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib").resolve(library), "jar");
        Files.writeString(home.resolve("footfall.jar"), "jar");
        Files.createDirectories(home.resolve("training"));
        maven("echo built >&2; exit 1\n");
        program(java.resolve("bin/java"), """
        for word; do
          case $word in -XX:ArchiveClassesAtExit=*) echo "$*" | sed 's/.* -jar //' > "${word#*=}"; exit ;; esac
        done
        echo "run: $*" | sed 's/.* -jar //; s/^/run: /'
        """);
    }

    private String trained() throws IOException {
        var archive = home.resolve("cds/java-17.0.1.jsa");
        waitForTheTraining();
        assertThat(Path.of(archive + ".tried")).exists();
        return Files.readString(archive).replace(home.toRealPath().toString(), "HOME");
    }

    @Test
    void anInstalledLauncherBuildsNothingAndTrainsOnItsOwnTranscripts() throws Exception {
        install("kafka-streams-4.4.0.jar");
        var jar = home.toRealPath().resolve("footfall.jar");
        assertThat(launch("turns", "--from")).isEqualTo(new Ran(0, "run: " + jar + " turns --from\n", ""));
        assertThat(trained())
                .startsWith("HOME/footfall.jar up --once --json --home HOME/training --set data_dir=HOME/cds/");
        assertThat(home.resolve("target")).doesNotExist();
    }

    @Test
    void theShippersLauncherTrainsWithoutABroker() throws Exception {
        install("kafka-clients-4.4.0.jar");
        launch("turns", "--from");
        assertThat(trained())
                .startsWith("HOME/footfall.jar turns --json --from HOME/training --set data_dir=HOME/cds/");
    }

    @Test
    void theBuildIsNamedByItsCommit() throws Exception {
        maven("echo \"$*\" > arguments\n" + BUILT);
        program(
                folder.resolve("bin/git"),
                "[ \"$*\" = \"-C $HOME_OF_APP rev-parse --short=7 HEAD\" ] && echo 4f2a901\n"
                        .replace("$HOME_OF_APP", home.toRealPath().toString()));
        Files.createDirectories(home.resolve(".git"));
        launch("turns");
        assertThat(home.resolve("arguments")).content().contains(" -Dgit.commit.id.abbrev=4f2a901 ");
    }

    /** The manifest of the jar enables it; the option would turn off a part of each archive. */
    @Test
    void nativeAccessIsNotAnOption() throws Exception {
        maven(BUILT);
        program(java.resolve("bin/java"), "echo \"$*\"\n");
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        assertThat(launch("turns").out())
                .doesNotContain("--enable-native-access")
                .contains("--sun-misc-unsafe-memory-access=allow", "-Xlog:aot*=off:stderr");
        assertThat(Files.readString(Path.of("pom.xml"))).contains("<Enable-Native-Access>ALL-UNNAMED<");
    }

    @Test
    void theFirstBuildMakesNoArchives() throws Exception {
        maven("echo \"$*\" > arguments\n" + BUILT);
        launch("turns");
        assertThat(home.resolve("arguments"))
                .hasContent("-B -Dmaven.test.skip=true -Darchives.skip -Dmaven.artifact.threads=12 "
                        + "-Dgit.commit.id.abbrev=unknown "
                        + "resources:resources compiler:compile jar:jar dependency:copy-dependencies@lib");
    }
}
