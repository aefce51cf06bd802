package footfall.topology;

import static footfall.testkit.Transcripts.calls;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.SessionId;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.Origin;
import footfall.turn.Turn;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alerts about calls that fail or loop and about length, live: raised once a level, not just below it, cleared with the
 * turn; and every kind silent for history and copies.
 */
class AlertsThroughTheDriverTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    /** Lines arrive when they are written. */
    private static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    private static final Duration LONG = Duration.ofHours(1);

    private Driver driver(String name, Instant now) {
        return new Driver(SETTINGS, state.resolve(name), now);
    }

    private Driver live() {
        return driver("live", LIVE);
    }

    /** Calls that fail one after the other, each of its own input, from second {@code from}. */
    private static void fail(Transcripts lines, int from, int count) {
        for (int i = from; i < from + count; i++) {
            lines.assistant(i, "m" + i, bash("t" + i, "x".repeat(i))).failed(i, "t" + i, "Exit code 1");
        }
    }

    private static Object bash(String id, String command) {
        var use = use("Bash", id);
        use.put("input", Map.of("command", command));
        return use;
    }

    private static Transcripts s1() {
        return session("s1").prompt(0, "go");
    }

    @Test
    void theFifthFailureInARowIsAlertedAtOnceTheFourthIsNot() {
        try (var driver = live()) {
            var lines = s1();
            fail(lines, 1, 5);
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, sent.size() - 1));
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).isEmpty();
            driver.arrive(sent.get(sent.size() - 1));
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).containsExactly("s1:0:error-streak:1 raised 5/5");
            assertThat(driver.turns()).isEmpty();
        }
    }

    @Test
    void aStreakIsRaisedOnceALevelAndClearedWithTheTurn() {
        try (var driver = live()) {
            var lines = s1();
            fail(lines, 1, 55);
            driver.arrive(Shipment.of(lines.duration(60, 1)).records());
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver))
                    .containsExactly(
                            "s1:0:error-streak:1 raised 5/5",
                            "s1:0:error-streak:2 raised 20/20",
                            "s1:0:error-streak:3 raised 50/50",
                            "s1:0:error-streak:1 cleared 55/5",
                            "s1:0:error-streak:2 cleared 55/20",
                            "s1:0:error-streak:3 cleared 55/50");
        }
    }

    @Test
    void aSuccessOrARejectionEndsAStreakACancelledCallDoesNot() {
        try (var driver = live()) {
            var lines = s1();
            fail(lines, 1, 4);
            lines.assistant(5, "m5", use("Read", "t5")).result(5, "t5");
            fail(lines, 6, 4);
            lines.assistant(10, "m10", use("Read", "t10")).failed(10, "t10", "The user doesn't want to proceed");
            fail(lines, 11, 4);
            driver.arrive(Shipment.of(lines).records());
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).isEmpty();
        }
        try (var driver = driver("cancelled", LIVE)) {
            var lines = s1();
            fail(lines, 1, 4);
            lines.assistant(5, "m5", use("Read", "t5")).failed(5, "t5", "Sibling tool call errored");
            fail(lines, 6, 1);
            driver.arrive(Shipment.of(lines).records());
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).hasSize(1);
        }
    }

    @Test
    void aStreakThatEndsIsClearedWhileTheTurnIsOpenAndTheNextOneIsRaised() {
        try (var driver = live()) {
            var lines = s1();
            fail(lines, 1, 21);
            lines.assistant(22, "m22", use("Read", "t22")).result(22, "t22");
            driver.arrive(Shipment.of(lines).records());
            assertThat(driver.turns()).isEmpty();
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver))
                    .containsExactly(
                            "s1:0:error-streak:1 raised 5/5",
                            "s1:0:error-streak:2 raised 20/20",
                            "s1:0:error-streak:1 cleared 21/5",
                            "s1:0:error-streak:2 cleared 21/20");
        }
        try (var driver = driver("again", LIVE)) {
            var lines = s1();
            fail(lines, 1, 5);
            lines.assistant(6, "m6", use("Read", "t6")).result(6, "t6");
            lines.assistant(7, "m7", use("Read", "t7")).result(7, "t7");
            fail(lines, 8, 6);
            driver.arrive(Shipment.of(lines.duration(20, 1)).records());
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver))
                    .containsExactly(
                            "s1:0:error-streak:1 raised 5/5",
                            "s1:0:error-streak:1 cleared 5/5",
                            "s1:0:error-streak:1 raised 5/5",
                            "s1:0:error-streak:1 cleared 6/5");
        }
    }

    @Test
    void aTurnThatReopensAndALateOutcomeRaiseNothingASecondTime() {
        try (var driver = live()) {
            var lines = s1();
            fail(lines, 1, 5);
            lines.assistant(6, "m6", bash("late", "y")).duration(7, 1).failed(8, "late", "Exit code 1");
            fail(lines, 9, 3);
            driver.arrive(Shipment.of(lines).records()).pass(Duration.ofMinutes(31));
            assertThat(driver.turns()).extracting(turn -> turn.size().length()).containsExactly(6, 9);
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver))
                    .containsExactly("s1:0:error-streak:1 raised 5/5", "s1:0:error-streak:1 cleared 5/5");
        }
    }

    @Test
    void anOutcomeThatComesWhenTheTurnIsOverRaisesNothing() {
        try (var driver = live()) {
            var lines = s1();
            fail(lines, 1, 4);
            lines.assistant(6, "m6", bash("late", "y")).duration(7, 1).failed(8, "late", "Exit code 1");
            driver.arrive(Shipment.of(lines).records()).pass(Duration.ofMinutes(31));
            assertThat(driver.turns()).extracting(Turn::revision).containsExactly(0, 1);
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).isEmpty();
        }
    }

    private static Map<String, Object> ask(String tool, String id, Object input) {
        var use = use(tool, id);
        use.put("input", input);
        return use;
    }

    /** So many rounds of a cycle of so many calls; those with the same input differ in outcome. */
    private static Transcripts cycles(int period, int rounds) {
        var lines = s1();
        for (int i = 0; i < period * rounds; i++) {
            lines.assistant(i, "m" + i, ask("Tool" + i % period, "t" + i, Map.of("text", "z".repeat(i % period + 1))));
            if (i % 5 == 4) {
                lines.failed(i, "t" + i, "Exit code 1");
            } else {
                lines.result(i, "t" + i);
            }
        }
        return lines;
    }

    @Test
    void aCycleOfOneToThreeCallsIsAlertedByTheLastCallOfItsFourthRound() {
        for (int period = 1; period <= 3; period++) {
            try (var driver = driver("period" + period, LIVE)) {
                var sent = Shipment.of(cycles(period, 4)).records();
                driver.arrive(sent.subList(0, sent.size() - 2));
                assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).isEmpty();
                driver.arrive(sent.get(sent.size() - 2));
                assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver))
                        .containsExactly("s1:0:repeat-loop:1 raised 4/4");
            }
        }
    }

    @Test
    void differentCommandsEditsOfAFileAndPollsInARowAreNoLoop() {
        try (var driver = live()) {
            var lines = s1();
            var edit = Map.of("file_path", "/w/a", "old_string", "a", "new_string", "b");
            for (int i = 0; i < 12; i++) {
                lines.assistant(3 * i, "c" + i, bash("c" + i, "make step" + i)).result(3 * i, "c" + i);
            }
            for (int i = 0; i < 12; i++) {
                lines.assistant(40 + i, "e" + i, ask("Edit", "e" + i, edit)).result(40 + i, "e" + i);
            }
            for (int i = 0; i < 12; i++) {
                lines.assistant(60 + i, "p" + i, ask("TaskOutput", "p" + i, Map.of("task_id", "x")))
                        .result(60 + i, "p" + i);
            }
            driver.arrive(Shipment.of(lines).records());
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).isEmpty();
        }
    }

    @Test
    void aCycleOfFourCallsAndParallelCallsAreNoLoop() {
        try (var driver = live()) {
            driver.arrive(Shipment.of(cycles(4, 6)).records());
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).isEmpty();
        }
        try (var driver = driver("parallel", LIVE)) {
            var lines = s1();
            for (int i = 0; i < 12; i++) {
                lines.assistant(i, "m" + i / 4, ask("Read", "t" + i, Map.of("file_path", "/w/a")))
                        .result(i, "t" + i);
            }
            driver.arrive(Shipment.of(lines).records());
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).isEmpty();
        }
    }

    @Test
    void callsOfHistoryAreNoPartOfALoop() {
        try (var driver = driver("late", LIVE.plusSeconds(704))) {
            var lines = s1();
            IntStream.of(1, 2, 3, 701, 702, 703, 704)
                    .forEach(at -> lines.assistant(at, "m" + at, ask("Read", "t" + at, Map.of("file_path", "/w/a"))));
            var sent = Shipment.of(lines).records();
            driver.arrive(sent.subList(0, sent.size() - 1));
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).isEmpty();
            driver.arrive(sent.get(sent.size() - 1));
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).containsExactly("s1:0:repeat-loop:1 raised 4/4");
        }
    }

    @Test
    void aLoopIsRaisedOnceALevelAndClearedWithTheTurn() {
        try (var driver = live()) {
            driver.arrive(Shipment.of(cycles(2, 41).endTurn(90, "e")).records()).pass(Duration.ofSeconds(6));
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver))
                    .containsExactly(
                            "s1:0:repeat-loop:1 raised 4/4",
                            "s1:0:repeat-loop:2 raised 16/16",
                            "s1:0:repeat-loop:3 raised 40/40",
                            "s1:0:repeat-loop:1 cleared 41/4",
                            "s1:0:repeat-loop:2 cleared 41/16",
                            "s1:0:repeat-loop:3 cleared 41/40");
        }
    }

    /** A cycle of two calls goes on within its round: it ends at a call that is none of the two. */
    @Test
    void aLoopThatEndsIsClearedWhileTheTurnIsOpenAndTheNextOneIsRaised() {
        for (int period = 1; period <= 3; period++) {
            try (var driver = driver("period" + period, LIVE)) {
                var lines = cycles(period, 5);
                lines.assistant(15, "m15", ask("Tool0", "t15", Map.of("text", "z")))
                        .result(15, "t15");
                var sent = Shipment.of(lines).records();
                driver.arrive(sent);
                assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver))
                        .containsExactly("s1:0:repeat-loop:1 raised 4/4");
                lines.assistant(16, "m16", ask("Read", "t16", Map.of("file_path", "/w/b")))
                        .result(16, "t16");
                for (int i = 17; i < 21; i++) {
                    lines.assistant(i, "m" + i, ask("Read", "t" + i, Map.of("file_path", "/w/a")));
                }
                var all = Shipment.of(lines).records();
                driver.arrive(all.subList(sent.size(), all.size()));
                assertThat(driver.turns()).isEmpty();
                assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver))
                        .containsExactly(
                                "s1:0:repeat-loop:1 raised 4/4",
                                "s1:0:repeat-loop:1 cleared " + (period == 1 ? 6 : 5) + "/4",
                                "s1:0:repeat-loop:1 raised 4/4");
            }
        }
    }

    @Test
    void theNextTurnCountsAnew() {
        try (var driver = live()) {
            var lines = cycles(1, 3).prompt(5, "next");
            lines.assistant(6, "n", ask("Tool0", "n1", Map.of("text", "z"))).result(6, "n1");
            driver.arrive(Shipment.of(lines).records());
            assertThat(AlertText.of(Alert.Kind.REPEAT_LOOP, driver)).isEmpty();
        }
    }

    private static Transcripts everythingWrong() {
        var lines = s1();
        for (int i = 1; i < 9; i++) {
            lines.assistant(i, "m" + i, bash("t" + i, "z")).failed(i, "t" + i, "Exit code 1");
        }
        return lines;
    }

    @Test
    void everyKindIsSilentOnHistoryAndOnCopies() {
        try (var driver = live()) {
            driver.arrive(Shipment.of(everythingWrong()).records()).advance(Duration.ofMinutes(11));
            assertThat(driver.alerts())
                    .extracting(record -> record.value().kind())
                    .containsExactlyInAnyOrder(
                            Alert.Kind.LENGTH, Alert.Kind.DURATION, Alert.Kind.ERROR_STREAK, Alert.Kind.REPEAT_LOOP);
        }
        try (var driver = driver("history", LIVE.plus(Duration.ofMinutes(10)).plusSeconds(9))) {
            driver.arrive(Shipment.of(everythingWrong()).records()).pass(Duration.ofHours(3));
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.alerts()).isEmpty();
        }
        try (var driver = driver("copy", LIVE)) {
            Shipment.of(everythingWrong()).records().forEach(sent -> driver.arrive(copied(sent)));
            driver.pass(Duration.ofHours(3));
            assertThat(driver.turns())
                    .extracting(turn -> turn.prompt().copyOf())
                    .containsOnly("s0");
            assertThat(driver.alerts()).isEmpty();
        }
    }

    private static Shipment.Sent copied(Shipment.Sent sent) {
        return sent.copiedFrom("s0");
    }

    @Test
    void fedTwiceNothingIsRaisedTwiceAndNothingCounted() {
        try (var driver = live()) {
            var sent = Shipment.of(everythingWrong()).records();
            driver.arrive(sent.subList(0, 9)).arrive(sent.subList(0, 9));
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).isEmpty();
            driver.arrive(sent).arrive(sent).pass(Duration.ofHours(1));
            assertThat(AlertText.of(Alert.Kind.ERROR_STREAK, driver)).hasSize(2);
        }
    }

    private Driver driver(Instant now) {
        return new Driver(SETTINGS, state, now);
    }

    private static Alert alert(int level, Alert.State state, int value, int threshold, Instant raisedAt) {
        return new Alert(
                "s1:0:length:" + level,
                Alert.Kind.LENGTH,
                level,
                state,
                value,
                threshold,
                "s1:0",
                new SessionId("s1"),
                "Read{2+}",
                new Turn.Product("claude", null),
                new Origin("shop", "box", "ada"),
                Transcripts.START,
                raisedAt);
    }

    /** Those about length: a turn that stays open for long, or calls one tool again and again, has others too. */
    private static List<Alert> values(List<TestRecord<String, Alert>> alerts) {
        return alerts.stream()
                .map(TestRecord::value)
                .filter(alert -> alert.kind() == Alert.Kind.LENGTH)
                .toList();
    }

    @Test
    void theSixthStepRaisesAnAlertWhileTheTurnStillRuns() {
        try (var driver = driver(LIVE)) {
            var shipment = Shipment.of(calls("s1", 6));
            driver.arrive(shipment.records().subList(0, 6));
            assertThat(values(driver.alerts())).isEmpty();
            driver.advance(Duration.ofSeconds(1));
            var sixth = driver.now();
            driver.arrive(shipment.get(6));
            assertThat(driver.turns()).isEmpty();
            assertThat(values(driver.alerts())).hasSize(1);
            assertThat(driver.alerts().get(driver.alerts().size() - 1)).satisfies(record -> {
                assertThat(record.key()).isEqualTo("s1");
                assertThat(record.timestamp()).isEqualTo(sixth.toEpochMilli());
                assertThat(record.value()).isEqualTo(alert(1, Alert.State.RAISED, 6, 5, sixth));
            });
        }
    }

    @Test
    void levelsRiseAt21And51StepsAndAreClearedWhenTheTurnIsEmitted() {
        try (var driver = driver(LIVE)) {
            driver.arrive(Shipment.of(calls("s1", 60)).records());
            driver.pass(LONG);
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert(1, Alert.State.RAISED, 6, 5, LIVE), alert(2, Alert.State.RAISED, 21, 20, LIVE),
                            alert(3, Alert.State.RAISED, 51, 50, LIVE), alert(1, Alert.State.CLEARED, 60, 5, LIVE),
                            alert(2, Alert.State.CLEARED, 60, 20, LIVE), alert(3, Alert.State.CLEARED, 60, 50, LIVE));
        }
    }

    @Test
    void aTurnThatGoesOnAfterItsEmissionIsNotRaisedAgainForTheSameLevel() {
        try (var driver = driver(LIVE)) {
            var shipment = Shipment.of(calls("s1", 22));
            driver.arrive(shipment.records().subList(0, 11)).pass(LONG);
            driver.arrive(shipment.records().subList(11, 23)).pass(LONG);
            assertThat(driver.turns()).extracting(turn -> turn.size().length()).containsExactly(10, 22);
            // The later lines are an hour old when they arrive: history.
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert(1, Alert.State.RAISED, 6, 5, LIVE), alert(1, Alert.State.CLEARED, 10, 5, LIVE));
        }
    }

    @Test
    void aTurnThatGoesOnLiveAfterItsEmissionIsRaisedForTheNextLevelOnly() {
        try (var driver = driver(LIVE)) {
            var lines = calls("s1", 10).endTurn(1, "m10");
            IntStream.range(10, 21).forEach(i -> lines.assistant(8, "m" + i, use("Read", "t" + i)));
            var shipment = Shipment.of(lines);
            driver.arrive(shipment.records().subList(0, 12)).pass(Duration.ofSeconds(6));
            var later = driver.now();
            driver.arrive(shipment.records().subList(12, 23)).pass(LONG);
            assertThat(values(driver.alerts()))
                    .containsExactly(
                            alert(1, Alert.State.RAISED, 6, 5, LIVE), alert(1, Alert.State.CLEARED, 10, 5, LIVE),
                            alert(2, Alert.State.RAISED, 21, 20, later), alert(2, Alert.State.CLEARED, 21, 20, later));
        }
    }

    @Test
    void historyAndCopiesAreSilent() {
        try (var driver = driver(LIVE.plus(Duration.ofMinutes(10)).plusMillis(1))) {
            driver.arrive(Shipment.of(calls("s1", 30)).records()).pass(LONG);
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.alerts()).isEmpty();
        }
        try (var driver = new Driver(SETTINGS, state.resolve("copy"), LIVE)) {
            driver.arrive(copied(Shipment.of(calls("s1", 30)), "s0")).pass(LONG);
            assertThat(driver.turns())
                    .singleElement()
                    .extracting(turn -> turn.prompt().copyOf())
                    .isEqualTo("s0");
            assertThat(driver.alerts()).isEmpty();
        }
    }

    private static List<Shipment.Sent> copied(Shipment shipment, String owner) {
        return shipment.records().stream()
                .map(sent -> {
                    return sent.copiedFrom(owner);
                })
                .toList();
    }

    @Test
    void aLineOfTenMinutesAgeIsStillNews() {
        try (var driver = driver(LIVE.plus(Duration.ofMinutes(10)))) {
            driver.arrive(Shipment.of(calls("s1", 6)).records());
            assertThat(values(driver.alerts())).hasSize(1);
        }
    }
}
