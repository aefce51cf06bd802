package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.pattern.Subject;
import footfall.testkit.Defaults;
import footfall.testkit.Transcripts;
import footfall.testkit.Turns;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Direction;
import footfall.view.Filter.InvalidFilter;
import footfall.view.Selection;
import footfall.view.Shard;
import footfall.view.Share;
import footfall.view.StoreKind;
import footfall.wire.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three partitions of the turn log give the same as one that has all of their turns. */
class MergedLogTest {
    private static final int PARTITIONS = 3;

    @TempDir
    Path state;

    private List<Driver> parts;
    private Driver whole;

    /** Turns of six sessions, two at each time but the first two turns, which have none. */
    @BeforeEach
    void store() {
        whole = driver("whole");
        parts = IntStream.range(0, PARTITIONS).mapToObj(i -> driver("part" + i)).toList();
        for (int i = 0; i < 60; i++) {
            var start = i < 2 ? null : Transcripts.at(i / 2);
            var turn = Turns.of("s" + i % 6, i, start, i % 2 == 0 ? "Read" : "Bash:timeout", "Edit");
            for (var driver : List.of(whole, parts.get(i % PARTITIONS))) {
                driver.turnArrives(turn.id().turnId(), Json.bytes(turn));
            }
        }
    }

    private Driver driver(String name) {
        return new Driver(Defaults.TOPOLOGY, state.resolve(name), Transcripts.START);
    }

    @AfterEach
    void close() {
        whole.close();
        parts.forEach(Driver::close);
    }

    private StoreShard merged() {
        return shard(parts.stream().map(Driver::logStore).toList());
    }

    private StoreShard one() {
        return shard(List.of(whole.logStore()));
    }

    private StoreShard shard(List<KeyValueStore<Bytes, byte[]>> logs) {
        var partitions = IntStream.range(0, logs.size()).boxed().collect(Collectors.toSet());
        return new StoreShard(new DriverStores(whole, logs), Share.of(StoreKind.LOG, partitions), () -> Long.MAX_VALUE);
    }

    /** The pages with how many rows each read. */
    private static List<Shard.Slice<Turn>> pages(
            StoreShard shard, Selection selection, int limit, int scanMax, Direction order) {
        var pages = new ArrayList<Shard.Slice<Turn>>();
        Position after = null;
        do {
            var page = shard.turns(selection, new Shard.Range(after, limit, scanMax, order));
            pages.add(page);
            after = page.next();
        } while (after != null);
        return pages;
    }

    @Test
    void pagesOfPartitionsReadTheSameRowsAsThoseOfOne() throws InvalidFilter {
        var selections = new ArrayList<>(ShardSelections.all());
        selections.add(ShardSelections.where("PROJECT", "project-of-s2"));
        selections.add(ShardSelections.where("TOOL", "Bash"));
        for (var selection : selections) {
            for (var order : Direction.values()) {
                for (int size : List.of(1, 7, 100)) {
                    assertThat(pages(merged(), selection, size, 100, order))
                            .as(selection + " in pages of " + size)
                            .isEqualTo(pages(one(), selection, size, 100, order));
                    assertThat(pages(merged(), selection, 100, size, order))
                            .as(selection + " by scans of " + size)
                            .isEqualTo(pages(one(), selection, 100, size, order));
                }
            }
        }
    }

    @Test
    void aPageReadsNoMoreRowsOfAllPartitionsThanItReturnsAndThoseOfItsLastMillisecond() {
        var page = merged().turns(Selection.ALL, new Shard.Range(null, 10, Integer.MAX_VALUE));
        assertThat(page.items()).hasSize(10).isSortedAccordingTo(Comparator.comparing(Position::of));
        assertThat(page.scanned()).isLessThanOrEqualTo(12);
    }

    @Test
    void foldsOverPartitionsAreThoseOverOne() throws InvalidFilter {
        var kinds = Set.of(Subject.Kind.values());
        for (int scanMax : List.of(7, 100)) {
            for (var selection :
                    List.of(ShardSelections.where("MIN_LENGTH", "1"), ShardSelections.where("OUTCOME", "error"))) {
                assertThat(merged().tallied(kinds, selection, scanMax))
                        .usingRecursiveComparison()
                        .ignoringCollectionOrder()
                        .isEqualTo(one().tallied(kinds, selection, scanMax));
                assertThat(merged().tool("Edit", selection, scanMax)).isEqualTo(one().tool("Edit", selection, scanMax));
            }
        }
    }

    @Test
    void partitionsOfWhichOneIsClosedGiveNothingAndAreReported() {
        KeyValueStore<Bytes, byte[]> closed;
        try (var gone = driver("gone")) {
            closed = gone.logStore();
        }
        var shard = shard(List.of(whole.logStore(), closed));
        assertThat(shard.turns(Selection.ALL, new Shard.Range(null, 10, 10))).isEqualTo(Shard.Slice.none());
        assertThat(shard.report().unread()).isEqualTo(Share.of(StoreKind.LOG, Set.of(0, 1)));
    }
}
