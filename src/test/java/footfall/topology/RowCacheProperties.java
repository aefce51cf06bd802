package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.TrailId;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.StoredRows;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Rows as objects over rows as bytes are the same rows, whenever a commit writes them down or lets
 * them go.
 */
class RowCacheProperties {
    /** What happens between two lines. */
    enum Commit {
        NONE,
        FLUSHED,
        FLUSHED_AND_LET_GO
    }

    /** The cache as the fold sees it. */
    private record Cached(RowCache cache, StoredRows below) implements Rows {
        static Cached over(StoredRows below) {
            return new Cached(new RowCache(below), below);
        }

        void commit(Commit commit) {
            if (commit != Commit.NONE) {
                cache.flush();
            }
            if (commit == Commit.FLUSHED_AND_LET_GO) {
                cache.clear();
            }
        }

        @Override
        public <V> V get(RowKey<V> key) {
            return cache.get(key);
        }

        @Override
        public <V> void put(RowKey<V> key, V value) {
            cache.put(key, value);
        }

        @Override
        public void delete(RowKey<?> key) {
            cache.delete(key);
        }

        @Override
        public void begin(RowKey<?> prefix) {
            cache.begin(prefix);
        }

        @Override
        public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
            cache.each(prefix, row);
        }

        @Override
        public void deleteAll(RowKey<?> prefix) {
            cache.deleteAll(prefix);
        }

        @Override
        public void moveDeadline(TrailId trail, Instant from, Instant to) {
            // Deadlines are kept by the fold's own clock.
        }
    }

    @Provide
    Arbitrary<Script> scripts() {
        return Scripts.any();
    }

    @Provide
    Arbitrary<List<Integer>> waits() {
        return Scripts.waits();
    }

    @Provide
    Arbitrary<List<Commit>> commits() {
        return Arbitraries.of(Commit.class).list().ofSize(80);
    }

    @Property(tries = 200)
    void aCommitAtAnyMomentChangesNothing(
            @ForAll("scripts") Script script,
            @ForAll("waits") List<Integer> waits,
            @ForAll("commits") List<Commit> commits) {
        var file = FedFile.of("transcript.jsonl", script.transcript("s1").bytes());
        var below = new StoredRows();
        var cached = Cached.over(below);
        var fold = Fold.over(cached, Story.RULES, Fold.NOON);
        var plainRows = new StoredRows();
        var plain = Fold.over(plainRows, Story.RULES, Fold.NOON);
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1));
            cached.commit(commits.get(2 * i % commits.size()));
            fold.pass(waits.get(i % waits.size()));
            cached.commit(commits.get((2 * i + 1) % commits.size()));
            plain.feed(file.part(i, i + 1)).pass(waits.get(i % waits.size()));
        }
        fold.end();
        plain.end();
        assertThat(fold.outputs()).isEqualTo(plain.outputs());
        cached.commit(Commit.FLUSHED);
        assertThat(below.size()).isEqualTo(plainRows.size());
        assertThat(fold.last().stream().map(TurnJson::line).toList())
                .isEqualTo(plain.last().stream().map(TurnJson::line).toList());
    }
}
