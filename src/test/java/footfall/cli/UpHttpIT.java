package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.Page;
import footfall.testkit.TurnJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code up} and {@code ship} serve over HTTP. */
@Timeout(900)
class UpHttpIT {
    private static final Pattern URL = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| (\\w+) \\| (.*?) \\|");
    private static final Pattern LINES_LAG = Pattern.compile("\nfootfall_lag_records\\{.*topic=\"footfall.lines\"");
    private static final Pattern LABEL = Pattern.compile("[{,](\\w+)=\"");

    @TempDir
    Path folder;

    private Path home;
    private Path transcripts;

    @BeforeEach
    void aHome() throws IOException {
        home = folder.toRealPath();
        transcripts = home.resolve("agents");
        Transcripts.of(transcripts, "one", "2026-01-05").turn("Read", "Edit").write();
    }

    private ChildUp up(String... settings) throws IOException {
        var arguments = new String[4 + 2 * settings.length];
        System.arraycopy(new String[] {"up", "--no-view", "--home", transcripts.toString()}, 0, arguments, 0, 4);
        for (int i = 0; i < settings.length; i++) {
            arguments[4 + 2 * i] = "--set";
            arguments[5 + 2 * i] = settings[i];
        }
        return ChildUp.start(home, arguments);
    }

    private static String url(ChildUp up) {
        var said = URL.matcher(up.err());
        assertThat(said.find()).as(up.err()).isTrue();
        return said.group();
    }

    private static HttpResponse<String> get(String url) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url)).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void upSaysItsAddressAndAnswersWhenItsTopologyRuns() throws Exception {
        var yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
        Transcripts.of(transcripts, "two", yesterday).turn("Read", "Edit").write();
        try (var up = up().says("up on 127.0.0.1:")) {
            var url = url(up);
            assertThat(get(url + "/health/live").body()).isEqualTo("{\"status\":\"live\",\"reasons\":[]}");
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .untilAsserted(() -> assertThat(get(url + "/health/ready").body())
                            .isEqualTo("{\"status\":\"ready\",\"reasons\":[]}"));
            Awaitility.await().atMost(ChildUp.PATIENCE).untilAsserted(() -> {
                assertThat(get(url + "/api/v1/turns?tool=Edit").body())
                        .startsWith("{\"items\":[{\"turn_id\":\"one:0\",")
                        .contains("\"turn_id\":\"two:0\"")
                        .endsWith("],\"coverage\":{\"complete\":true,\"missing\":[],\"stale\":[]}}");
                assertThat(get(url + "/api/v1/tools").body()).contains("{\"tool\":\"Edit\",\"count\":2,");
                assertThat(get(url + "/api/v1/sessions/two").body()).contains("\"session_id\":\"two\"");
            });
            assertThat(get(url + "/api/v1/topology").body())
                    .contains("{\"name\":\"assemble\",\"kind\":\"processor\",\"topics\":[],\"stores\":[\"assembler\"],")
                    .contains("{\"store\":\"turn-log\",\"partition\":0,"
                            + "\"replicas\":[{\"instance\":\"this\",\"is_standby\":false}]}");
            assertThat(new Terminal(home).run("tools", "--top", "1").out().lines())
                    .satisfiesExactly(
                            header -> assertThat(header).startsWith("TOOL"),
                            row -> assertThat(row).startsWith("Edit "));
            assertThat(up.stop().exit()).isEqualTo(143);
            assertThat(new Terminal(home).run("tools").err()).contains("no processor runs on this machine");
        }
    }

    @Test
    @LongSuite
    void thePageOfMetricsListsWhatIsServed() throws Exception {
        try (var up = up().says("one:0")) {
            var url = url(up) + "/metrics";
            var documented = new TreeSet<>(ROW.matcher(Page.of("metrics.md").text())
                    .results()
                    .filter(row -> !row.group(1).startsWith("footfall_relay_")) // See RelayIT.
                    .map(row -> row.group(1) + " " + row.group(2) + " "
                            + row.group(3).replaceAll("[`\\s]", ""))
                    .toList());
            Awaitility.await().atMost(ChildUp.PATIENCE).untilAsserted(() -> {
                var scraped = get(url).body();
                assertThat(served(scraped)).isEqualTo(documented);
                assertThat(LINES_LAG.matcher(scraped).results()).as(scraped).hasSize(4);
                assertThat(scraped)
                        .contains("\nfootfall_lines_total 6.0\n")
                        .contains("\nfootfall_turns_total{closed_by=\"turn_duration\"} 1.0\n")
                        .containsPattern("\nfootfall_state_bytes\\{store=\"assembler\"} [1-9]");
                assertThat(scraped.lines().filter(line -> !line.startsWith("#")))
                        .hasSizeLessThan(150);
            });
        }
    }

    /** Name, type and labels of each metric. */
    private static TreeSet<String> served(String scraped) {
        var types = new TreeMap<String, String>();
        var labels = new TreeMap<String, TreeSet<String>>();
        scraped.lines().forEach(line -> {
            if (line.startsWith("# TYPE ")) {
                types.put(line.split(" ")[2], line.split(" ")[3]);
            } else if (!line.startsWith("#")) {
                var name = line.split("[ {]")[0];
                var keys = labels.computeIfAbsent(
                        types.containsKey(name) ? name : name.replaceFirst("_(bucket|sum|count)$", ""),
                        none -> new TreeSet<>());
                LABEL.matcher(line).results().map(label -> label.group(1)).forEach(keys::add);
                keys.removeAll(List.of("le", "kafka_version"));
            }
        });
        var all = new TreeSet<String>();
        types.forEach((name, type) -> {
            var keys = String.join(",", labels.get(name));
            all.add(name + " " + type + " " + (keys.isEmpty() ? "-" : keys));
        });
        return all;
    }

    @Test
    void aShipperThatWaitsForItsBrokerIsNotReady() throws Exception {
        try (var ship = ChildUp.start(
                        home,
                        "ship",
                        "--bootstrap-servers",
                        "127.0.0.1:1",
                        "--home",
                        transcripts.toString(),
                        "--set",
                        "serve=on")
                .says("metrics and health at ")) {
            var url = url(ship);
            Awaitility.await().atMost(ChildUp.PATIENCE).untilAsserted(() -> {
                assertThat(get(url + "/health/ready").body())
                        .isEqualTo("{\"status\":\"not_ready\",\"reasons\":[{\"part\":\"shipper\","
                                + "\"reason\":\"broker_unreachable\","
                                + "\"detail\":\"the shipper waits for the broker; no lines are lost\"}]}");
                assertThat(get(url + "/metrics").body()).contains("\nfootfall_shipper_waiting 1.0\n");
            });
            assertThat(get(url + "/health/ready").statusCode()).isEqualTo(503);
            assertThat(get(url + "/health/live").statusCode()).isEqualTo(200);
            assertThat(served(get(url + "/metrics").body())).allMatch(metric -> metric.startsWith("footfall_shipper_"));
            ship.stop().exit();
        }
    }

    @Test
    void messagesAreObjectsInJson() throws Exception {
        try (var taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (var up = up("log_format=json", "serve_port=" + taken.getLocalPort())) {
                assertThat(up.exit()).isEqualTo(1);
                assertThat(up.err().lines())
                        .hasSize(1)
                        .first(InstanceOfAssertFactories.STRING)
                        .satisfies(line -> {
                            var event = TurnJson.tree(line);
                            assertThat(event.fieldNames())
                                    .toIterable()
                                    .containsExactlyInAnyOrder(
                                            "timestamp",
                                            "level",
                                            "threadName",
                                            "loggerName",
                                            "formattedMessage",
                                            "throwable");
                            assertThat(event.get("level").asText()).isEqualTo("INFO");
                            assertThat(event.get("loggerName").asText()).isEqualTo("footfall");
                            assertThat(event.get("formattedMessage").asText())
                                    .startsWith("port " + taken.getLocalPort() + " on 127.0.0.1 is in use");
                        });
            }
        }
    }

    @Test
    @LongSuite
    void upServesNothingWhenServeIsOffAndNamesAPortThatIsTaken() throws Exception {
        try (var up = up("serve=off").says("one:0")) {
            assertThat(up.err()).doesNotContain("http://");
        }
        try (var taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (var up = up("serve_port=" + taken.getLocalPort())) {
                assertThat(up.exit()).isEqualTo(1);
                assertThat(up.err())
                        .isEqualTo("footfall: port " + taken.getLocalPort()
                                + " on 127.0.0.1 is in use by another process; stop it, choose another port with "
                                + "--set serve_port=N, or a free one with --set serve_port=0\n");
            }
        }
    }
}
