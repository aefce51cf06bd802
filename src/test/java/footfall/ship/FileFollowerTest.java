package footfall.ship;

import static footfall.ship.FollowedHomes.PATIENCE;
import static footfall.ship.FollowedHomes.RARELY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import footfall.testkit.OpenCodeDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Which files are read, and when, while transcripts grow. */
@Timeout(120)
class FileFollowerTest {
    @TempDir
    Path folder;

    private FollowedHomes shipper;
    private Path home;
    private Path projects;

    @BeforeEach
    void begin() throws IOException {
        FollowedHomes.assumeWatches(folder);
        shipper = new FollowedHomes();
        home = folder.resolve("home");
        projects = Files.createDirectories(home.resolve("projects/-w"));
    }

    @AfterEach
    void stop() throws IOException {
        if (shipper != null) {
            shipper.close();
        }
    }

    private void follow(Duration rescan) {
        shipper.follow(rescan, folder, home);
    }

    /** Follows, until a file was read and all folders are watched. */
    private void followRead(Path file) throws IOException {
        shipper.append(file);
        follow(RARELY);
        shipper.awaitAllSent();
        shipper.awaitLineWithoutScan(file);
    }

    @Test
    void aLineOfAKnownFileIsSentWithoutAScan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
    }

    /** What is written is visible only after the change of the file, which is the last one that is announced. */
    @Test
    void whatBecomesVisibleInADatabaseAfterItsFileChangedIsSentWithoutAnotherChange() throws Exception {
        var database = Files.createDirectories(folder.resolve("opencode")).resolve("opencode.db");
        try (var written = new OpenCodeDatabase(database)) {
            written.session("ses_a", null, "/w/app");
            shipper.follow(RARELY, folder, database.getParent());
            for (int i = 0; i < 3; i++) {
                int before = i + 1;
                await().atMost(PATIENCE).until(() -> shipper.sent() == before);
                shipper.isLate();
                written.prompt("ses_a", "msg_" + i);
            }
        }
    }

    @Test
    void newFilesAndFoldersAreFoundByAScan() throws IOException {
        follow(RARELY);
        var file = projects.resolve("s1.jsonl");
        shipper.append(file);
        shipper.awaitAllSent();
        shipper.append(Files.createDirectories(home.resolve("projects/-new")).resolve("s2.jsonl"));
        shipper.awaitAllSent();
        shipper.append(file);
        shipper.awaitAllSent();
    }

    @Test
    void whatIsNoTranscriptCausesNoScan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        int before = shipper.lists();
        for (int i = 0; i < 10; i++) {
            shipper.append(file);
            Files.writeString(home.resolve("history.jsonl"), "{}".repeat(i));
            Files.writeString(projects.resolve("notes.md"), "more".repeat(i));
            Files.writeString(folder.resolve("beside.jsonl"), "{}".repeat(i));
            Files.createDirectory(folder.resolve("beside" + i));
            var temporary = Files.createTempFile(home, "state", ".db");
            Files.move(temporary, home.resolve("state.db"), StandardCopyOption.REPLACE_EXISTING);
            shipper.awaitAllSent();
        }
        if (shipper.lists() != before) {
            FollowedHomes.assumeWatches(projects);
        }
        assertThat(shipper.lists()).isEqualTo(before);
    }

    @Test
    void aFileThatIsRenamedIsFoundByAScan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        shipper.append(Files.move(file, projects.resolve("s2.jsonl")));
        await().atMost(PATIENCE)
                .until(() -> shipper.progress().files() == 1
                        && shipper.sentFiles().stream().anyMatch(name -> name.contains("s2")));
    }

    @Test
    void aFileThatIsDeletedIsNoLongerCounted() throws IOException {
        var file = projects.resolve("s1.jsonl");
        shipper.append(file);
        shipper.append(projects.resolve("s2.jsonl"));
        follow(RARELY);
        shipper.awaitAllSent();
        shipper.awaitLineWithoutScan(file);
        Files.delete(file);
        await().atMost(PATIENCE).until(() -> shipper.progress().files() == 1);
    }

    @Test
    void aFileThatWasEmptyIsReadWhenItGrows() throws IOException {
        shipper.append(projects.resolve("s1.jsonl"));
        follow(RARELY);
        shipper.awaitAllSent();
        shipper.awaitLineWithoutScan(projects.resolve("s1.jsonl"));
        int before = shipper.lists();
        var file = Files.createFile(projects.resolve("s2.jsonl"));
        await().atMost(PATIENCE).until(() -> shipper.lists() > before);
        shipper.append(file);
        shipper.awaitAllSent();
    }

    @Test
    void aFileThatIsReplacedIsSentAgainFromItsBeginning() throws IOException {
        var file = projects.resolve("s1.jsonl");
        followRead(file);
        Files.writeString(file, ""); // The name remains, so only a modification is announced.
        shipper.append(file);
        shipper.awaitAllSent();
    }

    @Test
    void aLastLineWithoutNewlineIsSentWhenItWasQuiet() throws IOException {
        follow(RARELY);
        shipper.write(projects.resolve("s1.jsonl"), shipper.line());
        shipper.awaitAllSent();
    }

    @Test
    void aLastLineWithoutNewlineIsSentAlthoughAnotherFileGrowsAllTheTime() throws IOException {
        var other = projects.resolve("s2.jsonl");
        followRead(other);
        shipper.write(projects.resolve("s1.jsonl"), shipper.line());
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            shipper.append(other);
            return shipper.sentFiles().stream().anyMatch(name -> name.contains("s1"));
        });
    }

    @Test
    void whatTakesThePlaceOfAFileIsNotReadAndDelaysNoOtherFile() throws IOException {
        var other = projects.resolve("s2.jsonl");
        var file = projects.resolve("s1.jsonl");
        shipper.append(file);
        followRead(other);
        Files.delete(file);
        Files.createDirectory(file);
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        shipper.append(other);
        shipper.awaitAllSent();
        shipper.awaitLineWithoutScan(other);
        await().atMost(PATIENCE)
                .until(() ->
                        shipper.progress().files() == 1 && shipper.progress().bytesBehind() == 0);
    }

    @Test
    void aChangeThatIsNotAnnouncedIsFoundByARescan() throws IOException {
        var file = projects.resolve("s1.jsonl");
        shipper.append(file);
        var other = Files.createLink(folder.resolve("same-file"), file);
        follow(Duration.ofMillis(20));
        shipper.awaitAllSent();
        for (int i = 0; i < 3; i++) {
            shipper.append(other);
            shipper.awaitAllSent();
        }
    }

    @Test
    void whileNothingChangesRescansGoOn() throws IOException {
        shipper.append(projects.resolve("s1.jsonl"));
        follow(Duration.ofMillis(1));
        shipper.awaitAllSent();
        int before = shipper.lists();
        await().atMost(PATIENCE).until(() -> shipper.lists() > before + 20);
    }
}
