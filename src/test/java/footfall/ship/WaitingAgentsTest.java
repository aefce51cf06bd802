package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import footfall.line.AgentStatus;
import footfall.line.LineParser;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent of agents that say in a file what they do. */
class WaitingAgentsTest {
    private static final Instant ASKED = Instant.parse("2026-01-05T10:00:00Z");

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(ASKED.plusSeconds(1));
    private final Set<Long> ended = new HashSet<>();
    private SentPlaces memory;
    private Shipping shipping;
    private WaitingAgents agents;
    private int seen;

    @BeforeEach
    void home() throws IOException {
        Files.createDirectories(folder.resolve("home/sessions"));
        ShippingTest.append(ShippingTest.fileOf(folder), ShippingTest.line("u1"));
        follow(ExcludedProjects.NONE);
    }

    private void follow(ExcludedProjects excluded) {
        memory = new SentPlaces();
        var settings = new ShipSettings(
                        List.of(folder.resolve("home")),
                        Defaults.REDACT,
                        LineParser.LINE_BYTES_MAX,
                        Duration.ZERO,
                        Duration.ZERO)
                .excluding(excluded);
        var around = new Shipping.Dependencies(new LocalDisk(), memory, kept -> {}, new SteppedClock(now), () -> {});
        shipping = new Shipping(settings, around, Checkpoint.empty("here"));
        shipping.round();
        agents = new WaitingAgents(shipping, this::isRunning);
        seen = memory.texts.size();
    }

    private boolean isRunning(AgentStatus status) {
        return !ended.contains(status.pid());
    }

    private void writes(int pid, String session, String status, Instant at) throws IOException {
        Files.writeString(
                folder.resolve("home/sessions/" + pid + ".json"),
                "{\"pid\":" + pid + ",\"sessionId\":\"" + session + "\",\"startedAt\":1,\"status\":\"" + status
                        + "\",\"statusUpdatedAt\":" + at.toEpochMilli() + ",\"cwd\":\"/w/secret\"}");
    }

    /** What is sent of a change that was announced. */
    private List<String> sent() {
        agents.scan();
        return sentWhenDue();
    }

    private List<String> sentWhenDue() {
        agents.send();
        var sent = List.copyOf(memory.texts.subList(seen, memory.texts.size()));
        seen = memory.texts.size();
        return sent;
    }

    private static String waiting(Instant at, Instant since) {
        return "{\"events\":[{\"kind\":\"waiting\",\"session_id\":\"s1\",\"at\":\"" + at + "\""
                + (since == null
                        ? ""
                        : ",\"since\":\"" + since + "\",\"state\":\"waiting\",\"state_since\":\"" + since + "\"")
                + "}]}";
    }

    private static String does(String state, Instant at, Instant since) {
        return waiting(at, null).replace("}]", ",\"state\":\"" + state + "\",\"state_since\":\"" + since + "\"}]");
    }

    @Test
    void aQuestionIsSentAtOnceAgainWhileItStandsAndWhenItIsAnswered() throws IOException {
        writes(7, "s1", "busy", ASKED.minusSeconds(9));
        assertThat(sent()).containsExactly(does("busy", now.get(), ASKED.minusSeconds(9)));
        writes(7, "s1", "waiting", ASKED);
        assertThat(sent()).containsExactly(waiting(now.get(), ASKED));
        assertThat(sent()).isEmpty();
        now.set(ASKED.plusSeconds(3));
        assertThat(sentWhenDue()).containsExactly(waiting(now.get(), ASKED));
        now.set(ASKED.plusSeconds(4));
        assertThat(agents.leftMs()).isEqualTo(1_000);
        assertThat(sentWhenDue()).isEmpty();
        now.set(ASKED.plusSeconds(400));
        assertThat(sentWhenDue()).hasSize(1);
        assertThat(agents.leftMs()).isEqualTo(100_000);
        var answered = ASKED.plusSeconds(401);
        writes(7, "s1", "busy", answered);
        assertThat(sent()).containsExactly(does("busy", now.get(), answered));
        assertThat(agents.leftMs()).isEqualTo(300_000);
        now.set(answered.plusSeconds(299));
        assertThat(sentWhenDue()).containsExactly(does("busy", now.get(), answered));
        writes(7, "s1", "idle", now.get());
        assertThat(sent()).containsExactly(does("idle", now.get(), now.get()));
    }

    @Test
    void anAgentThatEndedWaitsNoLongerWhetherItsFileIsGoneOrNot() throws IOException {
        writes(7, "s1", "waiting", ASKED);
        assertThat(sent()).containsExactly(waiting(now.get(), ASKED));
        ended.add(7L);
        assertThat(sent()).containsExactly(waiting(now.get(), null));
        ended.clear();
        assertThat(sent()).containsExactly(waiting(now.get(), ASKED));
        Files.delete(folder.resolve("home/sessions/7.json"));
        assertThat(sent()).containsExactly(waiting(now.get(), null));
        assertThat(sent()).isEmpty();
    }

    @Test
    void aFileThatIsBeingWrittenSaysWhatItSaidBefore() throws IOException {
        writes(7, "s1", "waiting", ASKED);
        assertThat(sent()).hasSize(1);
        Files.writeString(folder.resolve("home/sessions/7.json"), "{\"pid\":7");
        assertThat(sent()).isEmpty();
    }

    @Test
    void aSessionThatGoesOnInAnotherProcessWaitsIfThatOneDoes() throws IOException {
        writes(7, "s1", "waiting", ASKED.minusSeconds(100));
        writes(8, "s1", "waiting", ASKED);
        ended.add(7L);
        assertThat(sent()).containsExactly(waiting(now.get(), ASKED));
        assertThat(sent()).isEmpty();
    }

    @Test
    void aProcessThatTurnsToAnotherSessionLeavesTheFirstOne() throws IOException {
        writes(7, "s1", "waiting", ASKED);
        assertThat(sent()).hasSize(1);
        writes(7, "s9", "busy", ASKED);
        assertThat(sent()).containsExactly(waiting(now.get(), null));
        assertThat(sent()).isEmpty();
    }

    @Test
    void nothingIsDueOfASessionWhoseTranscriptIsGone() throws IOException {
        writes(7, "s1", "waiting", ASKED);
        assertThat(sent()).hasSize(1);
        Files.delete(ShippingTest.fileOf(folder));
        shipping.round();
        now.set(ASKED.plusSeconds(600));
        assertThat(sent()).isEmpty();
        assertThat(agents.leftMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aClockThatIsSetBackDelaysNothing() throws IOException {
        writes(7, "s1", "waiting", ASKED);
        assertThat(sent()).hasSize(1);
        now.set(ASKED.minusSeconds(3_600));
        assertThat(sentWhenDue()).containsExactly(waiting(now.get(), ASKED));
    }

    @Test
    void whatIsSentWithoutAnAcknowledgementIsSentAgain() throws IOException {
        memory.isTaking = false;
        writes(7, "s1", "busy", ASKED);
        ended.add(7L);
        assertThat(sent()).hasSize(1);
        now.set(now.get().plusSeconds(300));
        memory.isTaking = true;
        assertThat(sentWhenDue()).hasSize(1);
        assertThat(agents.leftMs()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anotherAgentsFolderOfThatNameIsLeftToItsOwnFiles() throws IOException {
        var codex = Files.createDirectories(folder.resolve("home2/sessions"));
        var changed = new HashSet<>(Set.of(codex.resolve("2027"), codex.resolve("1.json")));
        var settings = shipping.settings();
        var homes = List.of(folder.resolve("home"), folder.resolve("home2"));
        var both = ShipSettings.of(homes, settings.redact(), settings.lineBytesMax());
        agents = new WaitingAgents(new Shipping(both, shipping.dependencies(), Checkpoint.empty("x")), this::isRunning);
        assertThat(agents.scan()).containsExactly(folder.resolve("home/sessions"));
        changed.add(folder.resolve("home/sessions/7.json"));
        agents.take(changed);
        assertThat(changed).containsExactlyInAnyOrder(codex.resolve("2027"), codex.resolve("1.json"));
    }

    @Test
    void nothingIsSentOfSessionsThatAreNotShipped() throws IOException {
        writes(7, "s9", "waiting", ASKED);
        Files.writeString(folder.resolve("home/sessions/8.json"), "{");
        Files.writeString(folder.resolve("home/sessions/8.key"), "secret");
        assertThat(sent()).isEmpty();
        writes(7, "s1", "waiting", ASKED);
        follow(ExcludedProjects.of(List.of("/w"), folder));
        assertThat(sent()).isEmpty();
    }

    @Test
    void theProcessOfAFileIsKnownByItsIdAndItsStart() throws IOException {
        var self = ProcessHandle.current();
        var began = self.info().startInstant().orElseThrow();
        agents = new WaitingAgents(shipping);
        write(self.pid(), began.plusMillis(200), "");
        assertThat(sent()).containsExactly(waiting(now.get(), ASKED));
        write(self.pid(), began.minusSeconds(60), "");
        assertThat(sent()).containsExactly(waiting(now.get(), null));
        write(self.pid(), began.plusMillis(200), "linux:elsewhere:pid:[1]");
        assertThat(sent()).isEmpty();
    }

    private void write(long pid, Instant started, String domain) throws IOException {
        Files.writeString(
                folder.resolve("home/sessions/7.json"),
                "{\"pid\":" + pid + ",\"sessionId\":\"s1\",\"startedAt\":" + started.toEpochMilli()
                        + (domain.isEmpty() ? "" : ",\"pidDomain\":\"" + domain + '"')
                        + ",\"status\":\"waiting\",\"statusUpdatedAt\":" + ASKED.toEpochMilli() + "}");
    }

    @Test
    void aFollowerSendsItWhenTheFileChanges() throws IOException {
        try (var followed = new FollowedHomes()) {
            var file = ShippingTest.fileOf(folder);
            Files.delete(file);
            followed.follow(FollowedHomes.RARELY, folder.resolve("own"), folder.resolve("home"));
            followed.awaitLineWithoutScan(file);
            int sent = followed.sent();
            write(ProcessHandle.current().pid(), Instant.now(), "");
            await().atMost(FollowedHomes.PATIENCE).until(() -> followed.sent() > sent);
        }
    }
}
