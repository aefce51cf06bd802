package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Samples;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A change in any component of a turn is noticed. */
class TurnComponentsTest {
    /**
     * What is no news by itself: parts of {@code turnId}, what follows from other components, and what the
     * fold or a topic sets when it emits the turn.
     */
    private static final Set<String> DERIVED = Set.of(
            "id.sessionId.value",
            "id.agentId",
            "id.index",
            "span.elapsedMs",
            "steps[0].sequence",
            "stepsOmitted",
            "size.pattern",
            "revision");

    private final Turn turn = (Turn) Samples.of(Turn.class);

    @Test
    void aChangeReachesTheFingerprint() {
        Samples.variants(turn).forEach((path, variant) -> {
            boolean isNews = Fingerprint.of((Turn) variant) != Fingerprint.of(turn);
            assertThat(isNews).as(path).isEqualTo(!DERIVED.contains(path));
        });
    }

    @Test
    void aChangeReachesTheTemporaryFile() {
        assertThat(TurnBytes.read(TurnBytes.of(turn))).isEqualTo(turn);
        Samples.variants(turn)
                .forEach((path, variant) -> assertThat(TurnBytes.read(TurnBytes.of((Turn) variant)))
                        .as(path)
                        .isEqualTo(variant)
                        .isNotEqualTo(turn));
    }

    /** The rows of steps are sent again when a component changed that they repeat of the turn. */
    @Test
    void aChangeInWhatStepsRepeatReachesTheirFingerprint() {
        var repeated = Set.of(
                "id.turnId",
                "size.length",
                "size.isLong",
                "prompt.copyOf",
                "origin.project",
                "origin.host",
                "origin.user");
        Samples.variants(turn).forEach((path, variant) -> {
            boolean isNews = Fingerprint.ofWhatStepsRepeat((Turn) variant) != Fingerprint.ofWhatStepsRepeat(turn);
            assertThat(isNews).as(path).isEqualTo(repeated.contains(path));
        });
    }
}
