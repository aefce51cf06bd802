package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a killed instance, or a damaged disk, leaves in the folder of the stores. */
@LongSuite
@Timeout(120)
class BrokenStoresIT {
    private static final byte[] GARBAGE = "garbage".getBytes(StandardCharsets.US_ASCII);
    private static final List<Shipment.Sent> SENT = Shipment.of(session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Read", "t1"))
                    .prompt(2, "on")
                    .assistant(3, "m2", use("Edit", "t2")))
            .records();

    @TempDir
    Path folder;

    /** How a file of a store is broken. */
    private enum Damage {
        DELETED,
        EMPTY,
        GARBAGE
    }

    @ParameterizedTest
    @CsvSource({"CURRENT,GARBAGE", "MANIFEST,DELETED", ".sst,DELETED", ".sst,EMPTY", ".checkpoint,GARBAGE"})
    void aBrokenStoreIsDeletedAndRestored(String name, Damage damage) throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("broken", 1, Story.RULES);
            footfall.send(SENT.subList(0, 2)).run(1);
            damage(files(name), damage);
            footfall.send(SENT).run(1);
            assertHolds(footfall);
        }
    }

    /** All its files at a moment of its run, its locks included. */
    @Test
    void theFolderOfAKilledInstanceIsTakenOver() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("broken", 1, Story.RULES);
            try (var running = footfall.send(SENT.subList(0, 2)).start(1)) {
                footfall.drain(running);
                copy(folder.resolve("broken"), folder.resolve("killed"));
            }
            delete(folder.resolve("broken"));
            Files.move(folder.resolve("killed"), folder.resolve("broken"));
            assertThat(files("LOCK")).isNotEmpty();
            footfall.send(SENT).run(1);
            assertHolds(footfall);
        }
    }

    /** Its stores stay in the folder when the partition goes to another instance. */
    @Test
    void aBrokenStoreOfAPartitionThatComesBackIsDeletedAndRestored() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("broken", 2, Story.RULES);
            try (var stays = footfall.send(SENT.subList(0, 2)).start(1)) {
                footfall.drain(stays);
                try (var joins = footfall.start("joins", 1)) {
                    footfall.await(joins, () -> footfall.shares().equals(List.of(1L, 1L)));
                    damage(files("CURRENT"), Damage.GARBAGE);
                }
                footfall.await(stays, () -> footfall.shares().equals(List.of(2L)));
                footfall.send(SENT);
                footfall.await(stays, () -> footfall.tallies().tools().size() == 2);
                assertThat(stays.restarted().orElseThrow()).contains("ProcessorStateException");
            }
            assertHolds(footfall);
        }
    }

    private static void assertHolds(Cluster.Footfall footfall) {
        assertThat(footfall.turns()).extracting(turn -> turn.id().turnId()).containsExactlyInAnyOrder("s1:0", "s1:1");
        assertThat(footfall.tallies().tools()).containsOnlyKeys("Read", "Edit");
    }

    /** A checkpoint is there only after a clean end of an older version of Kafka Streams. */
    private List<Path> files(String name) throws IOException {
        try (var paths = Files.walk(folder.resolve("broken"))) {
            var found = paths.filter(Files::isRegularFile)
                    .filter(path -> path.getFileName().toString().contains(name))
                    .toList();
            return found.isEmpty() ? tasks().map(task -> task.resolve(name)).toList() : found;
        }
    }

    private Stream<Path> tasks() {
        return Stream.of("0_0", "1_0", "2_0").map(folder.resolve("broken/broken")::resolve);
    }

    private static void damage(List<Path> files, Damage damage) throws IOException {
        for (var file : files) {
            switch (damage) {
                case DELETED -> Files.delete(file);
                case EMPTY -> Files.write(file, new byte[0]);
                case GARBAGE -> Files.write(file, GARBAGE);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var paths = Files.walk(from)) {
            for (var path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var paths = Files.walk(folder)) {
            for (var path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
