package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.ask.ServerAnswers;
import footfall.testkit.Turns;
import footfall.turn.Position;
import footfall.turn.Turn;
import footfall.view.Answer;
import footfall.view.Coverage;
import footfall.view.Selection;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns without a time, of a processor that examines only some turns for each page. */
class ServerSourceTest {
    private static final Position UNTIMED = new Position(null, "s:1");
    private static final Position TIMED = new Position(Instant.EPOCH, "s:2");

    private static long untimed(List<Answer<Turn>> pages) {
        var left = new ArrayDeque<>(pages);
        var server = new ServerAnswers(null, null) {
            @Override
            public Answer<Turn> turns(Selection selection, Page page) {
                return left.remove();
            }
        };
        long count = new ServerSource(server, List.of(), null).untimed(Selection.ALL);
        assertThat(left).isEmpty();
        return count;
    }

    private static Answer<Turn> page(Position next, Turn... turns) {
        return new Answer<>(List.of(turns), next, Coverage.COMPLETE);
    }

    @Test
    void noPageIsAskedForAfterTheFirstTurnWithATime() {
        assertThat(untimed(List.of(page(TIMED)))).isZero();
        assertThat(untimed(List.of(page(UNTIMED), page(TIMED)))).isZero();
    }

    @Test
    void thoseOfAllPagesBeforeAreCounted() {
        var turn = Turns.of("s", 9, null, "Read");
        assertThat(untimed(List.of(page(UNTIMED, turn), page(UNTIMED), page(TIMED, turn, turn))))
                .isEqualTo(3);
    }
}
