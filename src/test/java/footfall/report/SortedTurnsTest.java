package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Story;
import footfall.turn.Turn;
import footfall.wire.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Turns come back as they were put last, by start, whatever the parts they came in. */
class SortedTurnsTest {
    private static final Comparator<Turn> OLDEST_FIRST = Comparator.comparing(
                    (Turn turn) -> turn.span().startedAt(), Comparator.nullsFirst(Comparator.naturalOrder()))
            .thenComparing(turn -> turn.id().turnId());

    @Test
    void theLastRevisionsOfAllPartsComeByStart() throws Exception {
        var turns = turns();
        var expected = turns.stream().sorted(OLDEST_FIRST).toList();
        for (int parts = 1; parts <= 5; parts++) {
            try (var spill = SortedTurns.open(SortedTurnsTest::head)) {
                for (int part = 0; part < parts; part++) {
                    put(spill, turns, part, parts);
                }
                assertThat(spill)
                        .containsExactlyElementsOf(
                                expected.stream().map(Json::bytes).toList());
                assertThat(spill).as("once more").hasSize(expected.size());
                assertThat(spill.size()).isEqualTo(expected.size());
                assertThat(spill.sessions())
                        .isEqualTo(expected.stream()
                                .map(turn -> turn.id().sessionId().value())
                                .distinct()
                                .count());
            }
        }
    }

    @Test
    void aWithdrawnTurnDoesNotComeBack() throws Exception {
        var turns = turns();
        try (var spill = SortedTurns.open(SortedTurnsTest::head)) {
            turns.forEach(turn -> put(spill, turn));
            turns.forEach(turn -> spill.remove(turn.id().turnId()));
            spill.endPart();
            spill.endPart();
            assertThat(spill).isEmpty();
            assertThat(spill.sessions()).isZero();
        }
    }

    private static SortedTurns.Head head(byte[] json) {
        var turn = Json.read(Turn.class, json);
        return new SortedTurns.Head(
                turn.id().turnId(), turn.id().sessionId().value(), turn.span().startedAt());
    }

    private static void put(SortedTurns spill, Turn turn) {
        spill.put(Json.bytes(turn));
    }

    private static List<Turn> turns() throws Exception {
        var read = new FileTurns(Story.RULES, new History(1, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE))
                .read(List.of(Story.ALL), new Reading.Progress() {
                    @Override
                    public void total(long bytes) {}

                    @Override
                    public void read(long bytes) {}
                });
        assertThat(read.turns()).hasSizeGreaterThan(50);
        return read.turns();
    }

    private static void put(SortedTurns spill, List<Turn> turns, int part, int parts) {
        var some = new ArrayList<>(turns.stream()
                .filter(turn -> Math.floorMod(turn.id().sessionId().value().hashCode(), parts) == part)
                .toList());
        Collections.shuffle(some, new Random(part));
        some.forEach(turn -> put(spill, turn.withSteps(0)));
        some.forEach(turn -> put(spill, turn));
        spill.endPart();
    }
}
