package footfall.view;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Turns;
import footfall.turn.Turn;
import footfall.view.TopTurns.TurnSort;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The first turns of an order, kept while all are read. */
class TopTurnsTest {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    private static Turn turn(int index, int length) {
        var tools = new String[length];
        Arrays.fill(tools, "Read");
        return Turns.of("s", index, NOON.plusSeconds(index), tools);
    }

    private static TopTurns.Part top(List<Turn> turns, int max) {
        var top = new TopTurns(TurnSort.LENGTH, max);
        turns.forEach(top::add);
        return top.part(turns.size(), null);
    }

    private static List<Turn> sorted(List<Turn> turns) {
        return turns.stream().sorted(TurnSort.LENGTH.order()).toList();
    }

    @Test
    void theFirstOfTheOrderAreKeptWhateverTheOrderOfArrival() {
        var random = new Random(5);
        var turns = new ArrayList<>(IntStream.range(0, 60)
                .mapToObj(i -> turn(i, 1 + random.nextInt(9)))
                .toList());
        for (int max : List.of(1, 7, 60, 500)) {
            Collections.shuffle(turns, random);
            var part = top(turns, max);
            assertThat(part.turns()).isEqualTo(sorted(turns).subList(0, Math.min(max, turns.size())));
            assertThat(part.isCut()).isFalse();
        }
    }

    @Test
    void turnsOfTooManyStepsCutTheListWithoutAGap() {
        var random = new Random(6);
        var turns = new ArrayList<>(IntStream.range(0, 120)
                .mapToObj(i -> turn(i, random.nextBoolean() ? 1_000 - i : 1 + random.nextInt(3)))
                .toList());
        Collections.shuffle(turns, random);
        var part = top(turns, 100);
        assertThat(part.isCut()).isTrue();
        assertThat(part.turns())
                .hasSizeBetween(50, 99)
                .isEqualTo(sorted(turns).subList(0, part.turns().size()));
    }

    @Test
    void aMergedListEndsWhereAPartIsCut() {
        var large = IntStream.range(0, 60).mapToObj(i -> turn(i, 1_000 - i)).toList();
        var small = IntStream.range(100, 130).mapToObj(i -> turn(i, 3)).toList();
        var merged = TopTurns.merged(List.of(top(large, 100), top(small, 100)), TurnSort.LENGTH, 100);
        assertThat(merged.isCut()).isTrue();
        assertThat(merged.turns()).isEqualTo(top(large, 100).turns()).hasSizeLessThan(60);
        var whole = TopTurns.merged(List.of(top(large, 10), top(small, 10)), TurnSort.LENGTH, 10);
        assertThat(whole.isCut()).isFalse();
        assertThat(whole.turns()).isEqualTo(large.subList(0, 10));
    }

    @Test
    void unknownValuesComeLast() {
        var untimed = Turns.of("s", 9, null, "Read");
        var turns = List.of(untimed, turn(0, 1), turn(1, 1));
        var top = new TopTurns(TurnSort.STARTED_AT, 3);
        turns.forEach(top::add);
        assertThat(top.part(3, null).turns())
                .extracting(turn -> turn.id().index())
                .containsExactly(1, 0, 9);
    }
}
