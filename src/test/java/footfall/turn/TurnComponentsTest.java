package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.row.RowBytes;
import footfall.testkit.Samples;
import footfall.turn.Emission.Fingerprint;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A change in any component of a turn is noticed. */
class TurnComponentsTest {
    /** It follows from what closed the turn, so it has no variant of its own. */
    private static final String OUTCOME = "span.outcome";

    /**
     * What is no news by itself: what a record may leave out, because it follows from other components, and what the
     * fold or a topic sets when it emits the turn.
     */
    private static final Set<String> DERIVED = Set.of(
            "stepsOmitted",
            "totals.calls[0].tool",
            "totals.calls[0].count",
            "totals.failures[0].category",
            "totals.failures[0].subject",
            "totals.failures[0].tool",
            "totals.failures[0].count",
            "totals.failures[0].error",
            "detours.recoveries[0].from",
            "detours.recoveries[0].tool",
            "detours.recoveries[0].recovered",
            "detours.recoveries[0].steps",
            "detours.recoveries[0].way",
            "revision");

    /** They follow from the steps and from the usage of their messages. */
    private static final String TOTALS_OF_DETOURS = "detours.detourTotals.";

    private final Turn turn = (Turn) Samples.of(Turn.class);

    @Test
    void aChangeReachesTheFingerprint() {
        Samples.variants(turn).forEach((path, variant) -> {
            boolean isNews = Fingerprint.of((Turn) variant) != Fingerprint.of(turn);
            assertThat(isNews).as(path).isEqualTo(!DERIVED.contains(path) && !path.startsWith(TOTALS_OF_DETOURS));
        });
    }

    @Test
    void aChangeReachesTheTemporaryFile() {
        assertThat(RowBytes.read(RowBytes.of(turn), Turn.class, "a turn")).isEqualTo(turn);
        var variants = Samples.variants(turn);
        assertThat(variants).doesNotContainKey(OUTCOME);
        variants.forEach((path, variant) -> assertThat(RowBytes.read(RowBytes.of(variant), Turn.class, "a turn"))
                .as(path)
                .isEqualTo(variant)
                .isNotEqualTo(turn));
    }

    /**
     * The rows of steps are sent again when a component changed that they repeat of the turn. After an upgrade that
     * adds one, only the next revision of a turn sends all its steps again.
     */
    @Test
    void aChangeInWhatStepsRepeatReachesTheirFingerprint() {
        var repeated = Set.of(
                "id.turnId",
                "size.length",
                "size.isLong",
                "prompt.copyOf",
                "product.agentVersion",
                "origin.project",
                "origin.host",
                "origin.user");
        Samples.variants(turn).forEach((path, variant) -> {
            boolean isNews = Fingerprint.ofWhatStepsRepeat((Turn) variant) != Fingerprint.ofWhatStepsRepeat(turn);
            assertThat(isNews).as(path).isEqualTo(repeated.contains(path));
        });
    }
}
