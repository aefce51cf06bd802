package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.FedFile;
import footfall.testkit.Fold;
import footfall.testkit.Script;
import footfall.testkit.Scripts;
import footfall.testkit.StoredRows;
import footfall.testkit.Story;
import footfall.testkit.TurnJson;
import java.util.List;
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
        FLUSHED_AND_LET_GO;

        void to(RowStore.RowCache cache) {
            if (this != NONE) {
                cache.flush();
            }
            if (this == FLUSHED_AND_LET_GO) {
                cache.clear();
            }
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
        var cached = new RowStore.RowCache(below);
        var fold = Fold.over(cached, Story.RULES, Fold.NOON);
        var plainRows = new StoredRows();
        var plain = Fold.over(plainRows, Story.RULES, Fold.NOON);
        for (int i = 0; i < file.parts().size(); i++) {
            fold.feed(file.part(i, i + 1));
            commits.get(2 * i % commits.size()).to(cached);
            fold.pass(waits.get(i % waits.size()));
            commits.get((2 * i + 1) % commits.size()).to(cached);
            plain.feed(file.part(i, i + 1)).pass(waits.get(i % waits.size()));
        }
        fold.end();
        plain.end();
        assertThat(fold.outputs()).isEqualTo(plain.outputs());
        Commit.FLUSHED.to(cached);
        assertThat(below.size()).isEqualTo(plainRows.size());
        assertThat(fold.last().stream().map(TurnJson::line).toList())
                .isEqualTo(plain.last().stream().map(TurnJson::line).toList());
    }
}
