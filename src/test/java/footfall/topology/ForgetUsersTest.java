package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.redact.Identity;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import footfall.topology.AssemblyShell.Forgetter;
import footfall.wire.Forget;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A user with more sessions than one tick forgets, among sessions of another. */
class ForgetUsersTest {
    private static final Identity ADA = new Identity("box", "ada");
    private static final Identity BOB = new Identity("hut", "bob");
    private static final Duration TICK = Duration.ofMillis(25);
    private static final int SESSIONS = 2 * Forgetter.SESSIONS_MAX + 10;

    private final MemoryTopology topology = new MemoryTopology(Defaults.TOPOLOGY, Transcripts.START);

    private static String name(int session) {
        return "s%03d".formatted(session);
    }

    private static List<Shipment.Sent> sent(String session, Identity identity, int from) {
        var lines = session(session)
                .prompt(from, "go")
                .assistant(from + 1, "m", use("Read", "r" + from))
                .duration(from + 2, 10);
        return Shipment.of(session + ".jsonl", lines).records().stream()
                .map(line -> line.from(identity))
                .toList();
    }

    private void sessions() {
        IntStream.range(0, SESSIONS).forEach(i -> topology.arrive(sent(name(i), ADA, 0)));
        topology.arrive(sent("bob", BOB, 0)).restart();
    }

    private long turns() {
        return topology.latest().keySet().stream()
                .filter(key -> key.startsWith("turns "))
                .count();
    }

    private long confirmations() {
        return topology.sent().stream()
                .filter(key -> key.startsWith("sessions forget:"))
                .count();
    }

    @Test
    void eachTickForgetsSomeAndARestartContinues() {
        sessions();
        topology.arrive(Forget.user("r1", "ada"));
        assertThat(turns()).isEqualTo(SESSIONS + 1);
        topology.pass(TICK);
        assertThat(turns()).isEqualTo(SESSIONS + 1 - Forgetter.SESSIONS_MAX);
        topology.restart().pass(TICK);
        assertThat(turns()).isEqualTo(SESSIONS + 1 - 2 * Forgetter.SESSIONS_MAX);
        assertThat(confirmations()).isZero();
        topology.restart().pass(TICK).pass(TICK);
        assertThat(turns()).isEqualTo(1);
        assertThat(confirmations()).isEqualTo(1);
        assertThat(topology.end().rowsWith("ada")).isEmpty();
        assertThat(topology.rowsWith("r1")).isEmpty();
    }

    @Test
    void eachTickSendsALimitedNumberOfRecords() {
        int steps = Forgetter.RECORDS_MAX / 4;
        for (int i = 0; i < 6; i++) {
            var lines = session(name(i)).prompt(0, "go");
            IntStream.range(0, steps).forEach(step -> lines.assistant(1, "m" + step, use("Read", "r" + step)));
            Shipment.of(name(i) + ".jsonl", lines.duration(2, 1))
                    .records()
                    .forEach(line -> topology.arrive(line.from(ADA)));
        }
        topology.arrive(Forget.user("r1", "ada")).pass(TICK);
        assertThat(turns()).isEqualTo(2);
        assertThat(confirmations()).isZero();
        topology.pass(TICK);
        assertThat(turns()).isZero();
        assertThat(confirmations()).isEqualTo(1);
    }

    /** Sessions at the end of the order, where the sweep comes last. */
    @Test
    void aSessionThatBeginsOrContinuesWhileTheSweepIsUnderWayIsNotLost() {
        sessions();
        topology.arrive(Forget.user("r1", "ada")).pass(TICK);
        topology.arrive(sent("s998", ADA, 0));
        topology.arrive(sent(name(SESSIONS - 1), ADA, 0));
        var next = Shipment.of(
                        name(SESSIONS - 1) + ".jsonl",
                        session(name(SESSIONS - 1))
                                .prompt(0, "go")
                                .assistant(1, "m", use("Read", "r0"))
                                .duration(2, 10)
                                .prompt(60, "on")
                                .assistant(61, "n", use("Edit", "e"))
                                .duration(62, 10))
                .records();
        next.forEach(line -> topology.arrive(line.from(ADA)));
        topology.end();
        assertThat(topology.latest().keySet())
                .filteredOn(key -> key.startsWith("turns "))
                .containsExactlyInAnyOrder("turns bob:0", "turns s998:0", "turns " + name(SESSIONS - 1) + ":1");
    }

    @Test
    void aSecondRequestForTheSameUserForgetsWhatCameBetween() {
        sessions();
        topology.arrive(Forget.user("r1", "ada")).arrive(sent("s998", ADA, 0));
        topology.arrive(Forget.user("r2", "ada")).arrive(sent("s999", ADA, 0));
        topology.end();
        assertThat(topology.latest().keySet())
                .filteredOn(key -> key.startsWith("turns "))
                .containsExactlyInAnyOrder("turns bob:0", "turns s999:0");
        assertThat(confirmations()).isEqualTo(2);
    }

    /** The session is the unit: its tallies and its summary cannot be divided. */
    @Test
    void aSessionWithASubagentOfTheUserIsForgottenAsAWhole() {
        topology.arrive(sent("shared", BOB, 0)).arrive(sent("bob", BOB, 0));
        var agent = session("shared")
                .agent("a1")
                .prompt(1, "look")
                .assistant(2, "n", use("Grep", "g"))
                .duration(3, 1);
        Shipment.of("shared/subagents/agent-a1.jsonl", agent)
                .records()
                .forEach(line -> topology.arrive(line.from(ADA)));
        topology.arrive(Forget.user("r1", "ada")).end();
        assertThat(topology.latest().keySet())
                .filteredOn(key -> key.startsWith("turns "))
                .containsExactly("turns bob:0");
    }

    @Test
    void moreRequestsThanAreStoredCompleteTheOldestAtOnce() {
        topology.arrive(sent("bob", BOB, 0));
        IntStream.range(0, Forgetter.SWEEPS_MAX + 5).forEach(i -> topology.arrive(Forget.user("r" + i, "u" + i)));
        assertThat(confirmations()).isEqualTo(5);
        topology.end();
        assertThat(confirmations()).isEqualTo(Forgetter.SWEEPS_MAX + 5);
        assertThat(turns()).isEqualTo(1);
    }
}
