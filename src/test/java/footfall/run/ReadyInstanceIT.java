package footfall.run;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A processor that joins another one is ready once it can replace it, as a rolling update assumes. */
@LongSuite
@Timeout(300)
class ReadyInstanceIT {
    private static final int SESSIONS = 1_500;
    private static final Pattern REASON = Pattern.compile("\"reason\":\"(\\w+)\"");
    private static final Pattern RESTORED = Pattern.compile("(?m)^footfall_restored_records_total (\\S+)$");

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private Stream start(Cluster cluster, String name) throws Exception {
        var config = Config.read(
                new Environment(Map.of("HOME", folder.resolve(name).toString())),
                new Config.Flags(null, List.of("topic_prefix=ready.", "serve=on", "serve_port=0")));
        return Stream.start(
                config,
                new Stream.Settings(cluster.client(), folder.resolve(name), 1, null, false, "topics create"),
                said -> {});
    }

    private String get(Stream processor, String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(processor.url().orElseThrow() + path))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private boolean isReady(Stream processor, Set<String> reasons) throws Exception {
        var body = get(processor, "/health/ready");
        REASON.matcher(body).results().forEach(reason -> reasons.add(reason.group(1)));
        return body.contains("\"status\":\"ready\"");
    }

    private void awaitReady(Stream processor, Set<String> reasons) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> isReady(processor, reasons));
    }

    private double restored(Stream processor) throws Exception {
        var metrics = RESTORED.matcher(get(processor, "/metrics"));
        return metrics.find() ? Double.parseDouble(metrics.group(1)) : 0;
    }

    @Test
    void theOldOneMayStopAsSoonAsTheNewOneIsReady() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var sent = new ArrayList<Shipment.Sent>();
            for (int i = 0; i < SESSIONS; i++) {
                sent.addAll(Shipment.of(session("s" + i)
                                .prompt(0, "go")
                                .assistant(1, "m1", use("Read", "t1"))
                                .duration(2, 10))
                        .records());
            }
            var footfall = cluster.footfall("ready", 4, Story.RULES).send(sent);
            var old = start(cluster, "old");
            try (old) {
                Awaitility.await()
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> footfall.turns().size() == SESSIONS);
                awaitReady(old, new TreeSet<>());
                try (var next = start(cluster, "next")) {
                    var reasons = new TreeSet<String>();
                    awaitReady(next, reasons);
                    assertThat(reasons).containsAnyOf("unassigned", "catching_up");
                    // A member that becomes a whole one makes the group assign its tasks once more.
                    awaitReady(old, new TreeSet<>());
                    double before = restored(next);
                    old.close();
                    awaitReady(next, reasons);
                    assertThat(restored(next) - before).isLessThan(2_000);
                }
            }
        }
    }
}
