package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Turns;
import footfall.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Reports each row that is missing, left, old, changed or there twice. */
class SinkEqualsTurnsTest extends OverChangedTopics {
    private static List<String> broken(Consumer<List<Turn>> change) {
        var rows = new ArrayList<>(whole.topics().lastTurns().values());
        change.accept(rows);
        return new SinkEqualsTurns()
                .broken(changed.with(whole.received().withStored(rows)))
                .toList();
    }

    @Test
    void holdsWhereTheRowsAreTheTurnsAndWhereThereIsNoSink() {
        assertThat(broken(rows -> {})).isEmpty();
        assertThat(new SinkEqualsTurns().broken(whole)).isEmpty();
    }

    @Test
    void aRowThatIsMissingIsReported() {
        assertThat(broken(rows -> rows.remove(0))).hasSize(1).allMatch(message -> message.endsWith(" has no row"));
    }

    @Test
    void theRowOfATurnThatNobodyEmittedIsReported() {
        var gone = whole.topics().turns().get(3);
        var observed = changed.withTurns(turns -> {
            turns.remove(gone);
            return turns;
        });
        var rows = List.copyOf(whole.topics().lastTurns().values());
        var clients = whole.received().withStored(rows);
        assertThat(new SinkEqualsTurns()
                        .broken(new Observed(observed.files(), observed.topics(), clients, observed.forgotten())))
                .containsExactly("the row of the turn " + gone.key() + " is left, and the turn is not on turns");
    }

    @Test
    void anOlderRevisionIsReported() {
        assertThat(broken(rows -> rows.set(0, Turns.revised(rows.get(0), 7))))
                .hasSize(1)
                .allMatch(message -> message.contains(" at revision 7 and not ") && message.endsWith(" at revision 0"));
    }

    @Test
    void aSecondRowOfATurnIsReported() {
        assertThat(broken(rows -> rows.add(rows.get(0)))).contains("more rows than turns: 1");
    }
}
