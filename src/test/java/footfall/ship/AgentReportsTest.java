package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import footfall.line.AgentReport;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent of agents' own reports. */
class AgentReportsTest {
    private static final Instant NOON = Instant.parse("2026-01-05T12:00:00Z");

    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final AgentReports reports = new AgentReports();
    private SentPlaces memory;
    private Shipping shipping;
    private int seen;

    @BeforeEach
    void home() throws IOException {
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
        seen = memory.texts.size();
    }

    private static AgentReport ran(String session) {
        var at = new Envelope(new SessionId(session), null, NOON, "run:t1", null, null, null, null, null, null);
        return new AgentReport(new Line.CallTimes(at, "t1", null, 2_060), session + ".jsonl", null);
    }

    private static AgentReport ranOf(String agent) {
        var at = new Envelope(new SessionId("s1"), agent, NOON, "run:t2", null, null, null, null, null, null);
        return new AgentReport(
                new Line.CallTimes(at, "t2", null, 10), "s1.jsonl", "s1/subagents/agent-" + agent + ".jsonl");
    }

    private List<String> sent() {
        reports.send(shipping);
        var sent = List.copyOf(memory.texts.subList(seen, memory.texts.size()));
        seen = memory.texts.size();
        return sent;
    }

    private static boolean isDone(CompletionStage<Void> sending) {
        return sending.toCompletableFuture().isDone();
    }

    @Test
    void aReportOfASessionThatIsShippedIsSentAndDoneWhenItIsAcknowledged() {
        memory.isTaking = false;
        var lost = reports.add(List.of(ran("s1")));
        assertThat(sent()).hasSize(1);
        assertThat(isDone(lost)).isFalse();
        memory.isTaking = true;
        var taken = reports.add(List.of(ran("s1")));
        assertThat(sent())
                .containsExactly(
                        "{\"id\":\"run:t1\",\"events\":[{\"kind\":\"call_timed\",\"session_id\":\"s1\",\"at\":\"" + NOON
                                + "\",\"tool_use_id\":\"t1\",\"ran_ms\":2060}]}");
        assertThat(isDone(taken)).isTrue();
    }

    @Test
    void aReportWaitsALittleForItsTranscript() throws IOException {
        var sending = reports.add(List.of(ran("s2")));
        assertThat(sent()).isEmpty();
        assertThat(isDone(sending)).isFalse();
        ShippingTest.append(
                ShippingTest.fileOf(folder).resolveSibling("s2.jsonl"),
                ShippingTest.line("u2").replace("s1", "s2"));
        shipping.round();
        seen = memory.texts.size();
        assertThat(sent()).hasSize(1);
        assertThat(isDone(sending)).isTrue();
    }

    @Test
    void whatTheTranscriptsOfAReportSayByNowIsSentBeforeIt() throws IOException {
        var main = ShippingTest.fileOf(folder);
        var ofAgent = main.resolveSibling("s1/subagents/agent-a1.jsonl");
        Files.createDirectories(ofAgent.getParent());
        ShippingTest.append(ofAgent, ShippingTest.line("u2"));
        shipping.round();
        seen = memory.texts.size();
        ShippingTest.append(main, ShippingTest.line("u3"));
        ShippingTest.append(ofAgent, ShippingTest.line("u4"));
        reports.add(List.of(ran("s1"), ranOf("a1")));
        var sent = sent();
        assertThat(sent).hasSize(4);
        assertThat(String.join("\n", sent.subList(0, 2))).contains("u3", "u4");
        assertThat(sent.subList(2, 4)).allMatch(text -> text.contains("call_timed"));
    }

    @Test
    void aReportOfASessionThatIsNotShippedIsDropped() {
        follow(ExcludedProjects.of(List.of("/w"), folder));
        var sending = reports.add(List.of(ran("s1")));
        assertThat(sent()).isEmpty();
        now.set(NOON.plusSeconds(3));
        assertThat(sent()).isEmpty();
        assertThat(isDone(sending)).isTrue();
    }

    @Test
    void aFollowerSendsAReportThoughNoFileChanges() throws IOException {
        try (var followed = new FollowedHomes()) {
            followed.reports().add(List.of());
            followed.follow(FollowedHomes.RARELY, folder.resolve("own"), folder.resolve("home"));
            await().atMost(FollowedHomes.PATIENCE).until(() -> followed.sent() == 1);
            var sending = followed.reports().add(List.of(ran("s1")));
            await().atMost(FollowedHomes.PATIENCE).until(() -> isDone(sending));
            assertThat(followed.sent()).isEqualTo(2);
        }
    }

    @Test
    void moreReportsThanCanWaitAreRefused() {
        assertThat(reports.add(Collections.nCopies(20_000, ran("s1")))).isNotNull();
        assertThat(reports.add(List.of(ran("s1")))).isNull();
    }
}
