package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.Transcripts;
import footfall.topology.CommittedReader;
import footfall.turn.Turn;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code prices apply} as its user types it, on the broker of an {@code up} that is killed afterwards. */
@LongSuite
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class PricesApplyIT {
    private static final ConditionFactory PATIENTLY = Awaitility.await().atMost(ChildUp.PATIENCE);
    private static final int SESSIONS = 30;
    private static final String LIST = """
            footfall-prices 1
            version 2099-01-02
            source shop 2099-01-01 the price list of the shop
            model claude-sonnet-4-5 ^claude-sonnet-4-5
            price - 0 1000 0 0 0 0 0 shop
            end 1
            """;

    @TempDir
    Path home;

    @Test
    void allThatWasEmittedHasThePricesOfTheListAndSoHasWhatFollowsAKill() throws Exception {
        for (int i = 0; i < SESSIONS; i++) {
            write("s" + i);
        }
        try (var up = up()) {
            up.says("up on 127.0.0.1:");
            PATIENTLY.until(() -> turns().size() == 2 * SESSIONS);
            var before = turns();
            install();
            assertThat(turns()).isEqualTo(before);
            assertThat(apply())
                    .isEqualTo("{\"price_list\":\"2099-01-02\",\"confirmed\":true,\"sessions\":" + SESSIONS
                            + ",\"turns\":" + 2 * SESSIONS + ",\"repriced\":" + 2 * SESSIONS + "}\n");
            assertThat(costs()).isEqualTo(Map.of("2099-01-02 1.0000", 2L * SESSIONS));
            PATIENTLY.untilAsserted(() -> assertThat(ChildUp.printed(home, "usage", "--json", "--by", "model"))
                    .contains("\"cost_usd\":" + 2 * SESSIONS + ",", "\"price_lists\":[\"2099-01-02\"]"));
            assertThat(ChildUp.printed(home, "sessions", "--json", "--top", "1"))
                    .contains("\"price_list\":\"2099-01-02\"");
            assertThat(apply()).contains("\"turns\":0,\"repriced\":0}");
            up.signal("-KILL");
        }
        Files.delete(home.resolve(".footfall/prices.txt"));
        try (var up = up()) {
            up.says("up on 127.0.0.1:");
            write("later");
            PATIENTLY.untilAsserted(
                    () -> assertThat(costs()).isEqualTo(Map.of("2099-01-02 1.0000", 2L * SESSIONS + 2)));
            assertThat(up.stop().exit()).isEqualTo(143);
        }
    }

    private void write(String session) throws IOException {
        var lines = Transcripts.session(session);
        for (int turn = 0; turn < 2; turn++) {
            lines.prompt(turn * 9, "go")
                    .assistant(turn * 9 + 1, "m" + turn)
                    .usage(1_000, 100)
                    .duration(turn * 9 + 2, 5);
        }
        var project = Files.createDirectories(home.resolve("agents/-w-shop"));
        Files.write(project.resolve(session + ".jsonl"), lines.bytes());
    }

    private void install() throws IOException {
        ChildUp.printed(
                home,
                "prices",
                "update",
                Files.writeString(home.resolve("list.txt"), LIST).toString());
    }

    private String apply() throws IOException {
        return ChildUp.printed(home, "prices", "apply", "--json");
    }

    /** The last emission of each turn. */
    private Map<String, Turn> turns() throws IOException {
        var last = new HashMap<String, Turn>();
        new CommittedReader(client(), Channels.PREFIX)
                .each(Channels.TURNS, record -> last.put(record.key(), record.value()));
        return last;
    }

    /** How many turns have which list and cost. */
    private Map<String, Long> costs() throws IOException {
        return turns().values().stream()
                .map(Turn::spend)
                .collect(Collectors.groupingBy(one -> one.priceList() + " " + one.costUsd(), Collectors.counting()));
    }

    private ChildUp up() throws IOException {
        return ChildUp.up(home, "--set", "tally_retention=3650d"); // The lines are of a fixed day.
    }

    private Map<String, String> client() throws IOException {
        var properties = new Properties();
        try (var in = Files.newInputStream(home.resolve(".footfall/broker/client.properties"))) {
            properties.load(in);
        }
        var client = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> client.put(name, properties.getProperty(name)));
        return client;
    }
}
