package footfall;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Commands that start no broker have a class-data archive and a class path of their own. */
class LauncherAnswersTest extends FakeInstall {
    @Test
    void commandsWithoutKafkaUseTheArchiveOfAnswers() throws Exception {
        maven(BUILT);
        program(java.resolve("bin/java"), """
        for word; do
          case $word in
            -XX:ArchiveClassesAtExit=*) echo all > "${word#*=}"; exit ;;
            -XX:DumpLoadedClassList=*)
              printf '%s\\n' a/B '@lambda-proxy a/B picocli/C' '@cp picocli/C 1' > "${word#*=}"
              exit ;;
            -XX:SharedClassListFile=*) classes=${word#*=} ;;
            -XX:SharedArchiveFile=*) archive=${word#*=} ;;
          esac
        done
        case $* in *-Xshare:dump*) cat "$classes" > "$archive"; exit ;; esac
        cat "$archive"
        """);
        launch("help");
        waitForTheTraining();
        assertThat(launch("find", "e").out()).isEqualTo("a/B\n");
        assertThat(launch("up").out()).isEqualTo("all\n");
    }

    /** A Java that can be trained for answers, and prints the jar that it runs and its arguments. */
    private void trainAnswers(String... libraries) throws Exception {
        maven(BUILT + "cd target/lib && touch " + String.join(" ", libraries) + "\n");
        program(java.resolve("bin/java"), """
        for word; do
          case $word in
            -XX:DumpLoadedClassList=*) echo a/B > "${word#*=}"; exit ;;
            -XX:SharedArchiveFile=*) archive=${word#*=} ;;
          esac
        done
        case $* in *-Xshare:dump*) echo classes > "$archive" ;; *) echo "$*" | sed 's/.* -jar //' ;; esac
        """);
        launch("help");
        waitForTheTraining();
    }

    private Path target() throws IOException {
        return home.toRealPath().resolve("target");
    }

    private void assertAnswers(Path jar, String... libraries) throws Exception {
        assertThat(launch("find", "e").out()).isEqualTo(jar + " find e\n");
        assertThat(target().resolve("cds/answers/lib")).isDirectoryContaining(Files::isRegularFile);
        assertThat(target().resolve("cds/answers/lib").toFile().list()).containsExactly(libraries);
    }

    /** A JVM that looks for a class which is nowhere opens all libraries that it has. */
    @Test
    void commandsWithoutKafkaHaveOnlyTheirLibraries() throws Exception {
        trainAnswers("picocli-4.7.7.jar", "rocksdbjni-10.1.3.jar");
        assertAnswers(target().resolve("cds/answers/footfall.jar"), "picocli-4.7.7.jar");
        assertThat(launch("up").out()).isEqualTo(target().resolve("footfall.jar") + " up\n");
    }

    /** Maven writes over the file, and the jars of all releases have the same time. */
    @Test
    void anAnswerUsesItsCopyOfTheJarOnlyWhileItIsTheSame() throws Exception {
        trainAnswers("picocli-4.7.7.jar");
        var jar = target().resolve("footfall.jar");
        var written = Files.getLastModifiedTime(jar);
        Files.writeString(jar, "new\n");
        Files.setLastModifiedTime(jar, written);
        Files.move(target().resolve("lib/picocli-4.7.7.jar"), target().resolve("lib/picocli-4.7.8.jar"));
        assertAnswers(jar, "picocli-4.7.7.jar");
        waitForTheTraining();
        assertAnswers(target().resolve("cds/answers/footfall.jar"), "picocli-4.7.8.jar");
    }

    @Test
    void afterAMoveAnswersAreTrainedAgain() throws Exception {
        trainAnswers("picocli-4.7.7.jar");
        home = Files.move(home, folder.resolve("moved"));
        assertAnswers(target().resolve("footfall.jar"), "picocli-4.7.7.jar");
        waitForTheTraining();
        assertAnswers(target().resolve("cds/answers/footfall.jar"), "picocli-4.7.7.jar");
    }

    /** Without a library that the list of the launcher lacks, for example. */
    @Test
    void answersThatFailedInTheirTrainingHaveAllLibraries() throws Exception {
        trainAnswers("picocli-4.7.7.jar");
        Files.delete(target().resolve("cds/java-17.0.1.jsa.tried"));
        Files.writeString(target().resolve("footfall.jar"), "new\n");
        program(java.resolve("bin/java"), """
        case $* in *-XX:DumpLoadedClassList=*) exit 1 ;; *) echo "$*" | sed 's/.* -jar //' ;; esac
        """);
        launch("help");
        waitForTheTraining();
        assertThat(target().resolve("cds/answers")).doesNotExist();
        assertThat(launch("find", "e").out()).isEqualTo(target().resolve("footfall.jar") + " find e\n");
    }

    /** A rebuild ends the training of the jar before it, and leaves that of the new jar alone. */
    @Test
    void aTrainingThatARebuildEndsDoesNotDisturbTheNext() throws Exception {
        trainAnswers("picocli-4.7.7.jar");
        Files.delete(target().resolve("cds/java-17.0.1.jsa.tried"));
        launch("help");
        Files.writeString(Files.createDirectories(home.resolve("src/main")).resolve("New.java"), "new");
        Files.setLastModifiedTime(
                home.resolve("src/main/New.java"), FileTime.from(Instant.now().plus(Duration.ofSeconds(1))));
        launch("help");
        waitForTheTraining();
        assertThat(target().resolve("cds/answers-17.0.1.jsa")).exists();
        assertThat(target().resolve("cds/java-17.0.1.jsa.tried")).exists();
    }
}
