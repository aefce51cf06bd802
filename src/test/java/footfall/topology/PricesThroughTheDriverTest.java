package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.config.PriceListText;
import footfall.desire.DesireRules;
import footfall.line.RejectedBytes;
import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.wire.Json;
import footfall.wire.RejectedLine;
import footfall.wire.Repricing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * A price list that is applied after a story: every topic then says what it would say if the list had been there
 * from the first line.
 */
class PricesThroughTheDriverTest {
    private static final Instant LIVE = Instant.parse("2026-11-28T10:00:00Z");
    private static final Duration LONG = Duration.ofHours(1);
    private static final String OLD = old();

    /** Each kind of token costs more by another factor, and a model that had no price has one. */
    private static final String NEW = dearer(OLD);

    @TempDir
    Path state;

    private static String old() {
        try {
            return Files.readString(Path.of("src/test/resources/prices/stories.txt"));
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static String dearer(String list) {
        long models = list.lines().filter(line -> line.startsWith("model ")).count();
        return list.lines()
                        .filter(line -> !line.startsWith("end "))
                        .map(PricesThroughTheDriverTest::dearerLine)
                        .collect(Collectors.joining("\n"))
                + "\nmodel others ^new|gpt-7|grok\nprice - 0 7 11 13 17 19 23 made\nend " + (models + 1) + "\n";
    }

    private static String dearerLine(String line) {
        if (line.startsWith("version ")) {
            return "version 2099-01-01";
        } else if (!line.startsWith("price ")) {
            return line;
        }
        var cells = line.split(" ");
        IntStream.range(3, 9)
                .forEach(i -> cells[i] =
                        new BigDecimal(cells[i]).multiply(BigDecimal.valueOf(i)).toPlainString());
        return String.join(" ", cells);
    }

    private static TopologySettings settings(String list) {
        try {
            return Defaults.topology(
                    Defaults.turns(PriceListText.prices(PriceListText.read(list))),
                    new TopologySettings.Tallies(
                            Duration.ofDays(10_000), DesireRules.DEFAULTS, OutageRules.DEFAULTS, BudgetRules.NONE));
        } catch (PriceListText.InvalidPriceList wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private Driver driver(String name, String list) {
        return new Driver(settings(list), state.resolve(name), LIVE);
    }

    private static Driver use(Driver driver, String list) {
        var request = new Repricing.PriceListRequest("r1", list);
        var headers = new RecordHeaders();
        request.addTo(headers);
        return driver.arrive(null, request.bytes(), headers);
    }

    /** As {@code prices apply} does. */
    private static Driver apply(Driver driver, String list) {
        use(driver, list);
        var headers = new RecordHeaders();
        Repricing.addTo(headers);
        var turns = Driver.last(driver.turnRecords());
        driver.lastSessions().keySet().forEach(session -> driver.arrive(session, new byte[0], headers));
        turns.values().forEach(turn -> driver.arrive(turn.id().sessionId().value(), Json.bytes(turn), headers));
        return driver.pass(Duration.ofSeconds(5));
    }

    private static <V> Map<String, String> last(List<TestRecord<String, V>> records) {
        var last = new TreeMap<String, String>();
        Driver.last(records)
                .forEach((key, value) -> last.put(
                        key,
                        new String(Json.bytes(value), StandardCharsets.UTF_8).replaceAll("\"revision\":\\d+,", "")));
        return last;
    }

    /** What each topic with costs says, without revisions. */
    private static Map<String, Map<String, String>> topics(Driver driver) {
        return new TreeMap<>(Map.of(
                "turns", last(driver.turnRecords()),
                "sessions", last(driver.sessions()),
                "usage", last(driver.usage()),
                "patterns", last(driver.patterns()),
                "tools", last(driver.tools()),
                "loops", last(driver.loops()),
                "desires", last(driver.desires())));
    }

    @TestFactory
    Stream<DynamicTest> afterwardsEveryTopicIsAsIfTheListHadBeenThereFromTheFirstLine() {
        return Story.all().stream()
                .map(story -> dynamicTest(story.sentence(), () -> {
                    var records = Shipment.of(story).records();
                    try (var first = driver(story.name() + "-new", NEW);
                            var later = driver(story.name() + "-old", OLD)) {
                        first.arrive(records).pass(LONG);
                        later.arrive(records).pass(LONG);
                        apply(later, NEW);
                        assertThat(topics(later)).isEqualTo(topics(first));
                        int turns = later.turns().size();
                        apply(later, NEW);
                        assertThat(later.turns()).as("turns of a repetition").hasSize(turns);
                        assertThat(topics(later)).isEqualTo(topics(first));
                        assertThat(later.rejected()).isEqualTo(first.rejected());
                    }
                }));
    }

    @Test
    void aListByItselfChangesNothingThatWasEmittedAndPricesWhatFollows() {
        var records = Shipment.of(story("loops-and-returns")).records();
        try (var driver = driver("alone", OLD)) {
            driver.arrive(records).pass(LONG);
            var before = topics(driver);
            use(driver, NEW).pass(LONG);
            assertThat(topics(driver)).isEqualTo(before);
            assertThat(driver.sessions().get(driver.sessions().size() - 1).key())
                    .isEqualTo("forget:r1:0");
        }
        try (var driver = driver("first", OLD);
                var other = driver("second", NEW)) {
            use(driver, NEW).arrive(records).pass(LONG);
            other.arrive(records).pass(LONG);
            assertThat(topics(driver)).isEqualTo(topics(other));
        }
    }

    @Test
    void theNewerListOfAnInstanceIsNotReplaced() {
        var records = Shipment.of(story("loops-and-returns")).records();
        try (var driver = driver("newer", NEW)) {
            driver.arrive(records).pass(LONG);
            var before = topics(driver);
            int turns = driver.turns().size();
            apply(driver, OLD);
            assertThat(topics(driver)).isEqualTo(before);
            assertThat(driver.turns()).hasSize(turns);
        }
    }

    @Test
    void aRequestThatCannotBeReadIsRejected() {
        try (var driver = driver("unreadable", OLD)) {
            use(driver, NEW.substring(0, NEW.length() / 2));
            var headers = new RecordHeaders();
            Repricing.addTo(headers);
            driver.arrive("s1", "{}".getBytes(StandardCharsets.UTF_8), headers);
            driver.arrive(null, new byte[0], headers);
            assertThat(driver.rejected())
                    .extracting(RejectedLine::reason)
                    .containsExactly(
                            RejectedBytes.Reason.UNREADABLE,
                            RejectedBytes.Reason.UNREADABLE,
                            RejectedBytes.Reason.UNREADABLE);
        }
    }

    private static Story story(String name) {
        return Story.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
