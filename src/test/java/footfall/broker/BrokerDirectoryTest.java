package footfall.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BrokerDirectoryTest {
    @TempDir
    Path home;

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aNewDirectoryAndItsNewParentsAreTheOwnersOnly() throws IOException {
        var wanted = home.resolve("a/b");
        try (var directory = BrokerDirectory.open(wanted, 0)) {
            assertThat(Stream.of(home.resolve("a"), directory.path()).map(BrokerDirectoryTest::permissions))
                    .containsExactly("rwx------", "rwx------");
            assertThat(permissions(directory.path().resolve("footfall.lock"))).isEqualTo("rw-------");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void anEmptyDirectoryThatOthersCouldReadIsClosedToThem() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(permissions(directory.path())).isEqualTo("rwx------");
        }
    }

    @Test
    void theClusterIsOursAndTheSameAtEveryOpening() {
        String first;
        try (var directory = BrokerDirectory.open(home, 0)) {
            first = directory.identity().clusterId();
        }
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(directory.identity().clusterId())
                    .isEqualTo(first)
                    .startsWith("footfall")
                    .hasSize(22);
        }
    }

    @Test
    void aBrokerThatDidNotStopInOrderIsKnownByWhatItDidNotLeave() throws IOException {
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(directory.wasKilled()).isFalse();
        }
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(directory.wasKilled()).isTrue();
            Files.createFile(directory.path().resolve(".kafka_cleanshutdown"));
        }
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(directory.wasKilled()).isFalse();
        }
    }

    @Test
    void aFormatThatWasCutShortIsDoneAgain() throws IOException {
        try (var directory = BrokerDirectory.open(home, 0)) {
            Files.delete(directory.path().resolve("meta.properties"));
        }
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(directory.path().resolve("meta.properties")).exists();
        }
    }

    @Test
    void aSecondOpeningNamesTheDirectoryTheProcessAndTheWayOut() throws IOException {
        try (var directory = BrokerDirectory.open(home, 0)) {
            assertThat(Files.readString(directory.path().resolve("footfall.lock")))
                    .isEqualTo(Long.toString(ProcessHandle.current().pid()));
            assertThatThrownBy(() -> BrokerDirectory.open(home, 0))
                    .isInstanceOf(BrokerUnavailable.class)
                    .hasMessageContaining(directory.path() + " is in use by another footfall")
                    .hasMessageContaining("pid " + ProcessHandle.current().pid())
                    .hasMessageContaining("--set data_dir=DIR");
        }
    }

    @Test
    void aDirectoryOfAnotherClusterIsRefusedAndLeftAsItIs() throws IOException {
        Files.writeString(home.resolve("meta.properties"), "cluster.id=MkU3OEVBNTcwNTJENDM2Qg\nnode.id=1\n");
        assertThatThrownBy(() -> BrokerDirectory.open(home, 0))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageContaining(
                        "is not a broker folder of footfall (meta.properties names cluster MkU3OEVBNTcwNTJENDM2Qg");
        assertThat(names()).containsExactly("meta.properties");
    }

    @Test
    void aDirectoryWithOtherFilesIsRefusedAndLeftAsItIs() throws IOException {
        Files.createDirectory(home.resolve("photos"));
        assertThatThrownBy(() -> BrokerDirectory.open(home, 0)).hasMessageContaining("it contains photos");
        assertThat(names()).containsExactly("photos");
    }

    @Test
    void aFileInThePlaceOfTheDirectoryIsRefused() throws IOException {
        var file = Files.createFile(home.resolve("file"));
        assertThatThrownBy(() -> BrokerDirectory.open(file, 0)).hasMessageContaining("it is a file");
    }

    @Test
    void recordsWithoutMetaPropertiesAreNeverFormattedOver() throws IOException {
        try (var directory = BrokerDirectory.open(home, 0)) {
            Files.createFile(directory.path().resolve("__cluster_metadata-0/00000000000000000000.log"));
            Files.delete(directory.path().resolve("meta.properties"));
        }
        assertThatThrownBy(() -> BrokerDirectory.open(home, 0))
                .hasMessageContaining("is damaged")
                .hasMessageContaining("meta.properties is missing, but __cluster_metadata-0 exists");
    }

    @Test
    void metaPropertiesThatSayNothingAreDamage() throws IOException {
        Files.writeString(home.resolve("meta.properties"), "version=1\n");
        assertThatThrownBy(() -> BrokerDirectory.open(home, 0)).hasMessageContaining("is damaged");
    }

    @Test
    void aFullDiskIsSaidBeforeAnythingIsFormattedAndTheLockIsGivenBack() {
        assertThatThrownBy(() -> BrokerDirectory.open(home, Long.MAX_VALUE))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageContaining("the disk of")
                .hasMessageContaining("free disk space");
        assertThat(names()).containsExactly("footfall.lock");
        BrokerDirectory.open(home, 0).close();
    }

    @Test
    void aPlaceWhereNothingCanBeWrittenIsNamed() throws IOException {
        var file = Files.createFile(home.resolve("file"));
        var below = file.resolve("below");
        assertThatThrownBy(() -> BrokerDirectory.open(below, 0))
                .isInstanceOf(BrokerUnavailable.class)
                .hasMessageContaining("cannot write to " + below)
                .hasMessageContaining("--set data_dir=DIR");
    }

    private Stream<String> names() {
        var names = home.toFile().list();
        return names == null ? Stream.of() : Stream.of(names);
    }

    private static String permissions(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
