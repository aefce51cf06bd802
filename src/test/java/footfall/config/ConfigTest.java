package footfall.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import footfall.config.SettingKey.Setting;
import footfall.line.Dialects;
import footfall.topology.TopologySettings;
import footfall.turn.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
    @TempDir
    Path home;

    Path file;
    final Map<String, String> variables = new HashMap<>();

    @BeforeEach
    void atHome() throws IOException {
        variables.put("HOME", home.toString());
        file = Files.createDirectories(home.resolve(".footfall")).resolve("config.toml");
    }

    private Settings read(String... assignments) throws SettingErrors {
        return Config.read(new Environment(variables), new Config.Flags(null, List.of(assignments)));
    }

    private List<String> mistakes(String... assignments) {
        var mistakes = catchThrowableOfType(SettingErrors.class, () -> read(assignments));
        return mistakes.getMessage().lines().toList();
    }

    @Test
    void withoutSourcesDefaultsHold() throws SettingErrors {
        var settings = read();
        assertThat(settings.get(SettingKeys.TURN_LENGTH_THRESHOLD)).isEqualTo(5);
        assertThat(settings.get(SettingKeys.HOMES))
                .startsWith(home.resolve(".claude"), home.resolve(".config/claude"))
                .containsExactlyElementsOf(Dialects.all().stream()
                        .flatMap(dialect -> dialect.home().usual().stream())
                        .map(home::resolve)
                        .toList());
        assertThat(settings.all()).extracting(Setting::from).containsOnly("default");
        assertThat(settings.all()).extracting(Setting::key).isEqualTo(SettingKeys.ALL);
    }

    @Test
    void everyKeyIsRead() throws Exception {
        var settings = read();
        for (var constant : SettingKeys.class.getFields()) {
            if (constant.getType() == SettingKey.class) {
                assertThat(settings.get((SettingKey<?>) constant.get(null)))
                        .as(constant.getName())
                        .isNotNull();
            }
        }
    }

    @Test
    void eachSourceStandsOverTheOneBefore() throws Exception {
        Files.writeString(file, "turn_length_threshold = 6\nstop_grace = \"1s\"\n\ntally_retention = \"30d\"\n");
        variables.put("FOOTFALL_TURN_LENGTH_THRESHOLD", "7");
        variables.put("FOOTFALL_STOP_GRACE", "2s");
        var settings = read("turn_length_threshold=8");
        assertThat(settings.of(SettingKeys.TURN_LENGTH_THRESHOLD))
                .isEqualTo(new Setting<>(SettingKeys.TURN_LENGTH_THRESHOLD, 8, "--set"));
        assertThat(settings.of(SettingKeys.STOP_GRACE))
                .isEqualTo(new Setting<>(SettingKeys.STOP_GRACE, Duration.ofSeconds(2), "FOOTFALL_STOP_GRACE"));
        assertThat(settings.of(SettingKeys.TALLY_RETENTION))
                .isEqualTo(new Setting<>(SettingKeys.TALLY_RETENTION, Duration.ofDays(30), file + ":4"));
        assertThat(settings.turnRules().lengthThreshold()).isEqualTo(8);
    }

    @Test
    void oneMachineKeepsAllTurnsAndATeam90DaysUnlessItIsSet() throws Exception {
        var unset = read();
        assertThat(unset.of(SettingKeys.TALLY_RETENTION).shown()).isEqualTo("all");
        assertThat(unset.topologySettings().tallies().retention()).isEqualTo(TopologySettings.KEEP_ALL);
        assertThat(unset.topologySettings().turnRules().timers().turnRetention())
                .isEqualTo(TopologySettings.KEEP_ALL);
        assertThat(unset.teamTopologySettings().tallies().retention()).isEqualTo(Duration.ofDays(90));
        var all = read("tally_retention=all");
        assertThat(all.teamTopologySettings().tallies().retention()).isEqualTo(TopologySettings.KEEP_ALL);
        var some = read("tally_retention=400d");
        for (var topology : List.of(some.topologySettings(), some.teamTopologySettings())) {
            assertThat(topology.tallies().retention()).isEqualTo(Duration.ofDays(400));
            assertThat(topology.turnRules().timers().turnRetention()).isEqualTo(Duration.ofDays(400));
        }
        assertThat(mistakes("tally_retention=ever"))
                .containsExactly(
                        "--set: tally_retention is \"ever\"; expected a duration like 500ms, 5s, 30m, 12h, 90d "
                                + "or \"all\"");
    }

    @Test
    void allMistakesAreReportedAtOnceWithTheirPlaces() throws Exception {
        Files.writeString(file, """
        turn_length_treshold = 6
        turn_steps_max = 1
        idle_timeout = "soon"
        errors = "all"
        line_bytes_max = "1GB"

        [aliases]
        "Read" = 3

        [prices."opus-9"]
        input = 1
        outptu = 2
        """);
        variables.put("FOOTFALL_DESIRE_MIN_TURN", "3");
        variables.put("FOOTFALL_THREADS", "none");
        variables.put("FOOTFALL_ALIASES", "x");
        assertThat(mistakes("stop_grace=0s", "bogus", "partition=3", "stub_retention=1d"))
                .containsExactly(
                        file + ":1: unknown \"turn_length_treshold\" (did you mean \"turn_length_threshold\"?)",
                        file + ":2: turn_steps_max is 1; expected at least 2",
                        file + ":3: idle_timeout is \"soon\"; expected a duration like 500ms, 5s, 30m, 12h or 90d",
                        file + ":4: errors is \"all\"; expected summary | message | off",
                        file + ":5: line_bytes_max is \"1GB\"; expected a size like 64KiB or 1MiB",
                        file + ":8: aliases has 3 for \"Read\"; expected a string",
                        file + ":10: prices has unknown \"outptu\" (did you mean \"output\"?) in \"opus-9\"",
                        file + ":10: prices has no output, cache_write, cache_read in \"opus-9\"",
                        "FOOTFALL_ALIASES: aliases is a table; set it in the settings file",
                        "environment: unknown \"FOOTFALL_DESIRE_MIN_TURN\" (did you mean "
                                + "\"FOOTFALL_DESIRE_MIN_TURNS\"?)",
                        "FOOTFALL_THREADS: threads is \"none\"; expected a whole number",
                        "--set: stop_grace is \"0s\"; expected more than 0",
                        "--set: \"bogus\" is not key=value",
                        "--set: unknown \"partition\" (did you mean \"partitions\"?)",
                        "--set: stub_retention is 1d; expected at least session_retention (60d)");
    }

    @Test
    void allMistakesInATableAreReportedEachWithTheLineOfItsEntry() throws Exception {
        Files.writeString(file, """
        [prices."opus-8"]
        input = -1
        output = "much"
        cache_write = 1
        cache_read = 1

        [prices]
        "opus-9" = 3

        [aliases]
        "Read" = 3
        "Grep → Read" = ""

        [prices.opus-7]
        input = inf
        output = 1
        cache_write = nan
        cache_read = 1
        """);
        assertThat(mistakes())
                .containsExactlyInAnyOrder(
                        file + ":1: prices has -1 for input in \"opus-8\"; expected a number of at least 0",
                        file + ":1: prices has \"much\" for output in \"opus-8\"; expected a number of at least 0",
                        file + ":8: prices has 3 in \"opus-9\"; expected a table",
                        file + ":11: aliases has 3 for \"Read\"; expected a string",
                        file + ":12: aliases has \"\" for \"Grep → Read\"; expected a string",
                        file + ":14: prices has Infinity for input in \"opus-7\"; expected a number of at least 0",
                        file + ":14: prices has NaN for cache_write in \"opus-7\"; expected a number of at least 0");
    }

    @Test
    void theLineOfAMistakeIsThatOfItsKeyWhereverTheNameStandsBesides() throws Exception {
        Files.writeString(file, """
        # errors = "a comment"
        homes = [
          "errors = 1", # ]
        ]
        [aliases]
        errors = \"""
        errors = 2
        \"""
        stop_grace = 'a name'
        """.replace("[aliases]", "errors = 'nope'\n[aliases]"));
        assertThat(mistakes()).containsExactly(file + ":5: errors is \"nope\"; expected summary | message | off");
    }

    @Test
    void anUnknownKeyThatIsNearNoneNamesTheCommandThatListsAll() throws Exception {
        Files.writeString(file, "colour = 1");
        variables.put("FOOTFALL_HTTP_PORT", "1");
        assertThat(mistakes("http_port=3"))
                .containsExactly(
                        file + ":1: unknown \"colour\"; see 'footfall config --all'",
                        "environment: unknown \"FOOTFALL_HTTP_PORT\"; see 'footfall config --all'",
                        "--set: unknown \"http_port\"; see 'footfall config --all'");
    }

    @Test
    void theNearestVariableIsSoughtByItsOwnPart() {
        variables.put("FOOTFALL_BOGUS", "1");
        variables.put("FOOTFALL_STOP_GRACEE", "1s");
        assertThat(mistakes())
                .containsExactly(
                        "environment: unknown \"FOOTFALL_BOGUS\"; see 'footfall config --all'",
                        "environment: unknown \"FOOTFALL_STOP_GRACEE\" (did you mean \"FOOTFALL_STOP_GRACE\"?)");
    }

    @Test
    void aFileThatIsNotTomlIsReportedWithItsLine() throws Exception {
        Files.writeString(file, "partitions = 3\npartitions = 4 4\n");
        assertThat(mistakes()).hasSize(1).first().asString().startsWith(file + ":2: ");
    }

    @Test
    void aDuplicateKeyIsReportedWithTheLineOfItsSecondPlace() throws Exception {
        Files.writeString(file, "errors = \"off\"\n\n# errors =\nthreads = 2\n\nerrors = \"off\"\n\nhomes = [\n]\n");
        assertThat(mistakes()).containsExactly(file + ":6: errors previously defined at line 1, column 1");
        Files.writeString(file, "[aliases]\na = \"x\"\n\nb = \"a\"\na = \"z\"\n\n\n");
        assertThat(mistakes()).containsExactly(file + ":5: a previously defined at line 2, column 1");
    }

    @Test
    void aDurationEndsAfterAHundredYears() throws Exception {
        assertThat(read("alert_duration=36500d").alertRules().watch().after()).hasSize(3);
        assertThat(mistakes("alert_duration=36501d", "idle_timeout=106751991167d"))
                .containsExactly(
                        "--set: alert_duration is \"36501d\"; expected at most 36500d",
                        "--set: idle_timeout is \"106751991167d\"; expected at most 36500d");
    }

    @Test
    void anotherFileCanBeNamedAndThenMustBeThere() throws Exception {
        var other = Files.writeString(home.resolve("other.toml"), "partitions = 9\n");
        variables.put("FOOTFALL_CONFIG", other.toString());
        assertThat(read().get(SettingKeys.PARTITIONS)).isEqualTo(9);
        variables.put("FOOTFALL_CONFIG", "~/missing.toml");
        assertThat(mistakes())
                .containsExactly(home.resolve("missing.toml")
                        + ": does not exist; create it, or correct --settings or FOOTFALL_CONFIG");
    }

    @Test
    void configuredPricesStandOverTheListedOnes() throws Exception {
        Files.writeString(file, """
        [prices."opus-4.6"]
        input = 6
        output = 30
        cache_write = 7.5
        cache_read = 0.6

        [prices."claude-opus-4-7"]
        input = 5
        output = 25
        cache_write = 6.25
        cache_write_1h = 7
        cache_read = 0.5
        """);
        var prices = read().prices();
        assertThat(price(prices, "claude-opus-4-6")).isEqualTo(PriceListTest.price("6 30 7.5 12 0.6"));
        assertThat(price(prices, "claude-opus-4-7")).isEqualTo(PriceListTest.price("5 25 6.25 7 0.5"));
        assertThat(price(prices, "claude-opus-4-1")).isEqualTo(PriceListTest.price("15 75 18.75 30 1.5"));
        assertThat(prices.of("claude-sonnet-9")).isEmpty();
    }

    private static Prices.Price price(Prices prices, String model) {
        return prices.of(model).orElseThrow().rows().get(0).price();
    }

    @Test
    void everyDefaultIsAValueOfItsKey() throws Exception {
        var settings = read();
        for (var setting : settings.all()) {
            assertThat(setting.key().type().reader().read(setting.shown(), new Environment(variables)))
                    .as(setting.key().name())
                    .isEqualTo(setting.value());
        }
    }
}
