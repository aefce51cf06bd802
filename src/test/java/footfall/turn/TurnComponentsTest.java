package footfall.turn;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Samples;
import footfall.wire.Json;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A change in any component of a turn is noticed. */
class TurnComponentsTest {
    /** It follows from what closed the turn, so it has no variant of its own. */
    private static final String OUTCOME = "span.outcome";

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
            "totals.calls[0].tool",
            "totals.calls[0].count",
            "totals.failures[0].category",
            "totals.failures[0].subject",
            "totals.failures[0].tool",
            "totals.failures[0].count",
            "totals.failures[0].error",
            "detours.loops[0].name",
            "detours.loops[0].rounds",
            "detours.loops[0].steps",
            "detours.loops[0].excess",
            "detours.loops[0].timeMs",
            "detours.loops[0].failures",
            "detours.loops[0].parallel",
            "detours.recoveries[0].from",
            "detours.recoveries[0].tool",
            "detours.recoveries[0].recovered",
            "detours.recoveries[0].steps",
            "detours.recoveries[0].way",
            "product.agent",
            "size.pattern",
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
        assertThat(TurnBytes.read(TurnBytes.of(turn))).isEqualTo(turn);
        var variants = Samples.variants(turn);
        assertThat(variants).doesNotContainKey(OUTCOME);
        variants.forEach((path, variant) -> assertThat(TurnBytes.read(TurnBytes.of((Turn) variant)))
                .as(path)
                .isEqualTo(variant)
                .isNotEqualTo(turn));
    }

    /**
     * A turn as an earlier build emitted it. If its fingerprint changes, every known turn gets a new revision
     * after an upgrade: {@link Fingerprint} must skip a new field that is not set. Never change the first literal.
     */
    @Test
    void theFingerprintOfAnOldTurnStays() {
        var old = Json.read(Turn.class, """
        {"turn_id":"s1:0","session_id":"s1","index":0,"trigger":"human","prompt_uuid":"u1","prompt_id":"p1",
        "copy_of":"s0","started_at":"2026-01-05T10:00:00Z","ended_at":"2026-01-05T10:00:04Z","duration_ms":3,
        "elapsed_ms":4000,"closed_by":"idle","interrupted":true,"steps":[{"sequence":0,"tool":"Bash",
        "tool_use_id":"t1","started_at":"2026-01-05T10:00:01Z","completed_at":"2026-01-05T10:00:02Z",
        "parallel":true,"outcome":"error","error":"Exit code 1","category":"command-failed",
        "bash_category":"Version Control","file_extension":".py","input_bytes":24,"result_bytes":4,
        "subagent":"a7"}],"steps_omitted":0,"length":1,"pattern":"Bash","long":true,"parent_turn_id":"s1:7",
        "parent_tool_use_id":"t9","tokens":{"input":1,"output":2,"cache_creation":3,"cache_creation_1h":0,
        "cache_read":5},"models":["m"],"cost_usd":0.25,"unpriced_models":["n"],"compactions":2,"revision":0,
        "agent_version":"2.1","project":"shop","host":"box","user":"ada"}
        """.getBytes(StandardCharsets.UTF_8));
        assertThat(Long.toHexString(Fingerprint.of(old))).isEqualTo("3b45f7926b41c207");
        assertThat(Long.toHexString(Fingerprint.ofWhatStepsRepeat(old))).isEqualTo("780edea2aa73c9a");
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
