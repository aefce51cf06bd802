package footfall.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Reports each turn that the relay did not export, exported as something else, or made up. */
class EveryTurnExportedTest extends OverChangedTopics {
    private static List<String> broken(Consumer<Map<String, Set<String>>> change) {
        var observed = changed.withExported(exported -> {
            change.accept(exported);
            return exported;
        });
        return new EveryTurnExported().broken(observed).toList();
    }

    @Test
    void holdsWhereEachTurnIsInATrace() {
        assertThat(broken(exported -> {})).isEmpty();
    }

    @Test
    void aTurnThatIsNotExportedIsReported() {
        assertThat(broken(exported -> exported.remove("s2:1"))).containsExactly("the turn s2:1 is not exported");
    }

    @Test
    void aTurnInTwoTracesIsReported() {
        assertThat(broken(exported -> exported.put("s2:1", Set.of("a", "b"))))
                .hasSize(1)
                .allMatch(message -> message.startsWith("the turn s2:1 is in several traces: "));
    }

    @Test
    void anExportedTurnThatNobodyEmittedIsReported() {
        assertThat(broken(exported -> exported.put("s9:0", Set.of("a"))))
                .containsExactly("the turn s9:0 is exported, and not on turns");
    }
}
