package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.desire.DesireRules;
import footfall.line.FileId;
import footfall.pattern.Expired;
import footfall.pattern.Pattern;
import footfall.pattern.Tool;
import footfall.testkit.Defaults;
import footfall.testkit.FileTallies;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Patterns, tools and desires as turns come, change, are copies, leave with their day, and are more than a limit. */
class TalliesThroughTheDriverTest {
    static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);

    static final Duration LONG = Duration.ofHours(1);

    static final Duration TICK = Duration.ofMillis(50);

    /** Lines arrive when they are written. */
    static final Instant LIVE = Transcripts.START;

    @TempDir
    Path state;

    private Driver driver() {
        return new Driver(SETTINGS, state, LIVE);
    }

    /**
     * A closed turn of {@code reads} calls of Read and one of Edit, begun {@code at} seconds after the start.
     */
    private static Transcripts turn(String session, int at, int reads) {
        return turn(session(session), at, reads);
    }

    static Transcripts turn(Transcripts lines, int at, int reads) {
        lines.prompt(at, "go");
        IntStream.range(0, reads).forEach(i -> lines.assistant(at + 1, "m" + at + i, use("Read", "r" + at + i)));
        return lines.assistant(at + 1, "e" + at, use("Edit", "e" + at)).duration(at + 2, 10);
    }

    static List<Shipment.Sent> sent(Transcripts lines) {
        return Shipment.of(lines).records();
    }

    static <V> List<V> values(List<TestRecord<String, V>> records) {
        return records.stream().map(TestRecord::value).toList();
    }

    @Test
    void aTurnIsTalliedAtTheNextTick() {
        try (var driver = driver()) {
            driver.arrive(sent(turn("s1", 0, 2)));
            assertThat(driver.turns()).hasSize(1);
            assertThat(driver.patterns()).isEmpty();
            driver.advance(TICK);
            assertThat(driver.patterns()).singleElement().satisfies(record -> {
                assertThat(record.key()).isEqualTo("Read{2+} → Edit");
                assertThat(record.timestamp()).isEqualTo(LIVE.plus(TICK).toEpochMilli());
                assertThat(record.value())
                        .isEqualTo(new Pattern("Read{2+} → Edit", 1, 3, 1, 0, LIVE, LIVE, List.of("s1:0")));
            });
            assertThat(Driver.last(driver.tools()))
                    .containsOnlyKeys("Edit", "Read")
                    .containsEntry("Read", new Tool("Read", 2, 3, 0, 0, 0, 1, LIVE, LIVE));
            assertThat(driver.desires()).isEmpty();
            driver.pass(LONG);
            assertThat(driver.patterns()).hasSize(1);
            assertThat(driver.tools()).hasSize(2);
        }
    }

    static Transcripts reads(Transcripts lines, int at, String id, int reads) {
        IntStream.range(0, reads).forEach(i -> lines.assistant(at, "m" + id + i, use("Read", id + i)));
        return lines.duration(at + 1, 10);
    }

    /** A closed turn of {@code reads} calls of Read alone. */
    static Transcripts readTurn(String session, int at, int reads) {
        return reads(session(session).prompt(at, "go"), at + 1, "t" + at, reads);
    }

    @Test
    void aRevisionReplacesWhatItsTurnGave() {
        try (var driver = driver()) {
            var lines = turn("s1", 0, 1).assistant(3, "m9", use("Bash", "b1")).duration(4, 10);
            var records = sent(lines);
            driver.arrive(records.subList(0, 4)).advance(TICK);
            driver.arrive(records.subList(4, 6)).pass(LONG);
            assertThat(driver.turns()).hasSize(2);
            assertThat(driver.patterns())
                    .extracting(TestRecord::key)
                    .containsExactly("Read → Edit", "Read → Edit → Bash", "Read → Edit");
            assertThat(values(driver.patterns()))
                    .containsExactly(
                            new Pattern("Read → Edit", 1, 2, 1, 0, LIVE, LIVE, List.of("s1:0")),
                            new Pattern("Read → Edit → Bash", 1, 3, 1, 0, LIVE, LIVE, List.of("s1:0")),
                            null);
            assertThat(values(driver.tools()))
                    .containsExactly(
                            new Tool("Read", 1, 2, 0, 0, 0, 1, LIVE, LIVE),
                            new Tool("Edit", 1, 2, 0, 0, 0, 1, LIVE, LIVE),
                            new Tool("Read", 1, 3, 0, 0, 0, 1, LIVE, LIVE),
                            new Tool("Edit", 1, 3, 0, 0, 0, 1, LIVE, LIVE),
                            new Tool("Bash", 1, 3, 0, 0, 0, 1, LIVE, LIVE));
            assertThat(driver.desires()).isEmpty();
        }
    }

    @Test
    void aRevisionThatGivesTheSameTellsNothing() {
        try (var driver = driver()) {
            var lines = session("s1")
                    .prompt(0, "go")
                    .assistant(1, "m1", use("Task", "t1"))
                    .duration(2, 10)
                    .link(3, "t1", "a1");
            driver.arrive(sent(lines).subList(0, 3)).pass(LONG);
            int patterns = driver.patterns().size();
            int tools = driver.tools().size();
            driver.arrive(sent(lines).subList(3, 4)).pass(LONG);
            assertThat(driver.turns()).hasSize(2);
            assertThat(driver.turns().get(1).steps().get(0).result().subagent()).isEqualTo("a1");
            assertThat(driver.patterns()).hasSize(patterns);
            assertThat(driver.tools()).hasSize(tools);
        }
    }

    @Test
    void aCopyGivesNothingAndATurnThatTurnsOutToBeOneTakesBackWhatItGave() {
        try (var driver = driver()) {
            driver.arrive(sent(turn("s1", 0, 2))).pass(LONG);
            driver.arrive(copied(sent(turn("s2", 0, 2)), 0)).pass(LONG);
            assertThat(Driver.last(driver.patterns()).get("Read{2+} → Edit").examples())
                    .containsExactly("s1:0");
            assertThat(driver.patterns()).hasSize(1);
            // The file of s1 was written anew, and this time it is known to be a copy.
            driver.arrive(copied(sent(turn("s1", 0, 2)), 1)).pass(LONG);
            assertThat(driver.lastTurns().get("s1:0").prompt().copyOf()).isEqualTo("s0");
            assertThat(values(driver.patterns()).get(1)).isNull();
            assertThat(Driver.last(driver.tools())).isEmpty();
            assertThat(driver.rows(Tables.TALLY)).isEmpty();
        }
    }

    private static List<Shipment.Sent> copied(List<Shipment.Sent> records, int generation) {
        return records.stream()
                .map(one -> {
                    var emitted = one.lineHeaders();
                    var file = new FileId(emitted.file().name(), emitted.file().firstLineHash(), generation);
                    return one.inFile(file).copiedFrom("s0");
                })
                .toList();
    }

    @Test
    void aTurnLeavesWithItsDayAndWithItWhatItGave() {
        try (var driver = driver()) {
            int days = (int) Duration.ofDays(2).toSeconds();
            var both = sent(reads(readTurn("s2", 10, 6).prompt(days, "go"), days + 1, "later", 6));
            driver.arrive(sent(readTurn("s1", 0, 6))).arrive(both.subList(0, 8)).pass(LONG);
            driver.pass(Duration.between(driver.now(), LIVE.plus(Duration.ofDays(2))));
            driver.arrive(both.subList(8, both.size())).pass(LONG);
            assertThat(Driver.last(driver.desires())).hasSize(1);
            var records = driver.all().size();
            var end = Instant.parse("2026-04-06T00:00:00Z");
            driver.advance(Duration.between(driver.now(), end.minusMillis(50))).advance(Duration.ofMillis(49));
            assertThat(driver.all()).hasSize(records);
            driver.advance(TICK);
            assertThat(values(driver.desires())).hasSize(2).last().isNull();
            var third = Transcripts.at(days);
            assertThat(Driver.last(driver.patterns()))
                    .isEqualTo(Map.of("Read{2+}", new Pattern("Read{2+}", 1, 6, 1, 1, third, third, List.of("s2:1"))));
            assertThat(Driver.last(driver.tools()))
                    .isEqualTo(Map.of("Read", new Tool("Read", 6, 6, 6, 100, 0, 1, third, third)));
            driver.advance(Duration.ofDays(2));
            assertThat(values(driver.patterns())).last().isNull();
            assertThat(values(driver.tools())).last().isNull();
            assertThat(driver.desires()).hasSize(2);
            assertThat(driver.rows(Tables.TALLY)).hasSize(1);
            assertThat(expired(driver))
                    .isEqualTo(new Expired(Transcripts.at(0), Instant.parse("2026-01-08T00:00:00Z")));
        }
    }

    @Test
    void aTurnOfADayThatHasLeftIsInNoTally() {
        var now = Instant.parse("2026-04-06T00:00:00Z");
        try (var driver = new Driver(SETTINGS, state, now)) {
            driver.arrive(sent(readTurn("s1", 0, 6)))
                    .arrive(sent(readTurn("s2", (int) Duration.ofDays(1).toSeconds(), 6)))
                    .pass(LONG);
            assertThat(driver.turns()).hasSize(2);
            assertThat(Driver.last(driver.patterns()).get("Read{2+}").examples())
                    .containsExactly("s2:0");
            assertThat(driver.patterns()).hasSize(1);
            assertThat(driver.tools()).hasSize(1);
            assertThat(expired(driver))
                    .isEqualTo(new Expired(
                            Transcripts.at(0),
                            Transcripts.at(0).truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(1))));
        }
    }

    private static Expired expired(Driver driver) {
        return Expired.of(new DriverStores(driver).tally(0));
    }

    private static List<Shipment.Sent> records(Transcripts lines) {
        return Shipment.of(lines).records();
    }

    @Test
    void aTurnWithoutATimeIsInNoTally() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrive(records(session("s1")
                            .prompt(0, "go")
                            .without("timestamp")
                            .assistant(1, "m", use("Read", "t"))
                            .without("timestamp")))
                    .pass(LONG);
            assertThat(driver.turns())
                    .singleElement()
                    .extracting(turn -> turn.span().startedAt())
                    .isNull();
            assertThat(driver.patterns()).isEmpty();
            assertThat(driver.rows(Tables.TALLY)).isEmpty();
        }
    }

    @Test
    void aDayOfMoreTurnsThanATickMayTakeLeavesOverSeveral() {
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            var lines = session("s1");
            IntStream.range(0, 1_200).forEach(i -> lines.prompt(i, "go").assistant(i, "m" + i, use("Read", "t" + i)));
            driver.arrive(records(lines)).pass(LONG);
            assertThat(Driver.last(driver.patterns()).get("Read").count()).isEqualTo(1_200);
            driver.advance(Duration.ofDays(92));
            var emitted = driver.patterns().size();
            assertThat(driver.patterns().get(emitted - 1).value()).isNotNull();
            // Each turn is a member of its pattern and of its tool.
            IntStream.range(0, 2 * 1_200 / TallyFold.EXPIRED_MAX).forEach(tick -> driver.pass(TICK));
            assertThat(driver.patterns().get(driver.patterns().size() - 1).value())
                    .isNull();
            // Only the row that says what expired.
            assertThat(driver.rows(Tables.TALLY))
                    .singleElement()
                    .satisfies(row -> assertThat(row.key.get()).containsExactly(9));
        }
    }

    private static Transcripts eachFailing(Transcripts lines, int from, String error) {
        IntStream.range(from, 201).forEach(i -> lines.failed(500, "t" + i, error.replace("#", "" + i)));
        return lines.duration(600, 1);
    }

    /** Files and the stream; what they agree on. */
    private FileTallies tallied(Transcripts lines) {
        var shipment = Shipment.of(lines);
        var ofFiles = FileTallies.of(shipment.walks(Story.RULES), DesireRules.DEFAULTS, null);
        try (var driver = new Driver(SETTINGS, state, Transcripts.START)) {
            driver.arrive(shipment.records()).pass(LONG);
            assertThat(Driver.last(driver.patterns())).isEqualTo(ofFiles.patterns());
            assertThat(Driver.last(driver.tools())).isEqualTo(ofFiles.tools());
            assertThat(Driver.last(driver.loops())).isEqualTo(ofFiles.loops());
            assertThat(Driver.last(driver.desires())).isEqualTo(ofFiles.desires());
        }
        return ofFiles;
    }

    @Test
    void aFailureOfAToolBeyondTheLimitIsOneOfTheOtherTools() {
        var lines = session("s1").prompt(0, "go");
        IntStream.range(0, 201).forEach(i -> lines.assistant(i, "m" + i, use("Tool" + i, "t" + i)));
        var tools = tallied(eachFailing(lines, 200, "no")).tools();
        assertThat(tools).hasSize(201);
        assertThat(tools.get(TurnRules.OTHER))
                .extracting(Tool::count, Tool::failures)
                .containsExactly(1L, 1L);
        assertThat(tools.values().stream().mapToLong(Tool::failures).sum()).isEqualTo(1);
    }

    @Test
    void failuresOfKindsBeyondTheLimitAreStillThoseOfTheirTool() {
        var lines = session("s1").prompt(0, "go");
        IntStream.range(0, 201).forEach(i -> lines.assistant(i, "m" + i, use("Bash", "t" + i)));
        var tools = tallied(eachFailing(lines, 0, "Exit code 127 need#: command not found"))
                .tools();
        assertThat(tools).containsOnlyKeys("Bash");
        assertThat(tools.get("Bash")).extracting(Tool::count, Tool::failures).containsExactly(201L, 201L);
    }
}
