package footfall.ship;

import static footfall.ship.FollowedHomes.PATIENCE;
import static footfall.ship.FollowedHomes.RARELY;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Homes and folders that appear, or take the place of others, are followed at once, not after a rescan. */
@Timeout(120)
class FollowedHomesTest {
    private static final String PROJECT = "projects/-w";
    private static final String FILE = PROJECT + "/s1.jsonl";

    @TempDir
    Path folder;

    private FollowedHomes shipper;

    @BeforeEach
    void begin() throws IOException {
        shipper = new FollowedHomes();
    }

    @AfterEach
    void stop() throws IOException {
        shipper.close();
    }

    private static Path written(Path home) throws IOException {
        Files.createDirectories(home.resolve(PROJECT));
        return home;
    }

    /** Begins to follow a home with one file, until no new folder is found any more. */
    private void follow(Path home) throws IOException {
        shipper.append(written(home).resolve(FILE));
        shipper.follow(RARELY, folder, home);
        shipper.awaitAllSent();
        shipper.awaitLineWithoutScan(home.resolve(FILE));
    }

    private void assertFollowed(Path file) throws IOException {
        shipper.append(file);
        shipper.awaitAllSent();
        shipper.awaitLineWithoutScan(file);
    }

    @Test
    void aHomeThatIsCreatedLater() throws IOException {
        var home = folder.resolve("of/ada/home");
        shipper.follow(RARELY, folder, home);
        await().atMost(PATIENCE).until(() -> shipper.progress() != ShipProgress.NONE);
        assertFollowed(written(home).resolve(FILE));
    }

    @Test
    void aHomeThatTakesThePlaceOfAnother() throws IOException {
        var home = folder.resolve("home");
        follow(home);
        Files.move(home, folder.resolve("old"));
        assertFollowed(written(home).resolve(FILE));
    }

    @Test
    void aHomeInAFolderThatTakesThePlaceOfAnother() throws IOException {
        var home = folder.resolve("of/ada/home");
        follow(home);
        Files.move(folder.resolve("of"), folder.resolve("old"));
        assertFollowed(written(home).resolve(FILE));
    }

    @Test
    void aHomeBelowALinkThatIsReplaced() throws IOException {
        written(folder.resolve("v1/home"));
        written(folder.resolve("v2/home"));
        var link = Files.createSymbolicLink(folder.resolve("current"), folder.resolve("v1"));
        follow(link.resolve("home"));
        Files.delete(link);
        Files.createSymbolicLink(link, folder.resolve("v2"));
        assertFollowed(link.resolve("home").resolve(FILE));
    }

    @Test
    void aTranscriptThatIsNamedByALink() throws IOException {
        var file = Files.createDirectory(folder.resolve("data")).resolve("s1.jsonl");
        shipper.append(file);
        shipper.follow(RARELY, folder, Files.createSymbolicLink(folder.resolve("link.jsonl"), file));
        shipper.awaitAllSent();
        assertFollowed(file);
    }

    @Test
    void aProjectThatIsRenamed() throws IOException {
        var home = folder.resolve("home");
        follow(home);
        var renamed = Files.move(home.resolve(PROJECT), home.resolve("projects/-new"));
        assertFollowed(renamed.resolve("s2.jsonl"));
    }

    @Test
    void theFilesBelowALinkAreGoneWithIt() throws IOException {
        var home = Files.createDirectory(folder.resolve("home"));
        Files.createDirectories(folder.resolve("data/-w"));
        var link = Files.createSymbolicLink(home.resolve("projects"), folder.resolve("data"));
        follow(home);
        Files.delete(link);
        await().atMost(PATIENCE).until(() -> shipper.progress().files() == 0);
    }
}
