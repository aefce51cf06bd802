package footfall.serve;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.topology.Streaming;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the metrics of several instances say about the partitions that they share. */
@LongSuite
@Timeout(300)
class LagOfInstancesIT {
    private static final Pattern LINES =
            Pattern.compile("(?m)^footfall_lag_records\\{partition=\"(\\d)\",topic=\"lag\\.lines\"} 0\\.0$");

    @TempDir
    Path folder;

    private static List<Shipment.Sent> sessions() {
        var sent = new ArrayList<Shipment.Sent>();
        for (int i = 0; i < 24; i++) {
            sent.addAll(Shipment.of(Transcripts.session("s" + i)
                            .prompt(0, "go")
                            .assistant(1, "m1", use("Read", "t1"))
                            .duration(2, 10))
                    .records());
        }
        return sent;
    }

    private static Metrics metrics(Streaming streaming) {
        var metrics = new Metrics();
        metrics.topology(streaming::counts, List.of("assembler"));
        streaming.bindTo(metrics.registry());
        return metrics;
    }

    private static List<String> partitions(Metrics metrics) {
        var scraped = metrics.scrape();
        assertThat(scraped).doesNotContain("NaN");
        return LINES.matcher(scraped).results().map(lag -> lag.group(1)).toList();
    }

    private static void awaitAll(List<Metrics> instances) {
        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            var each = instances.stream().map(LagOfInstancesIT::partitions).toList();
            assertThat(each).noneMatch(List::isEmpty);
            assertThat(each.stream().flatMap(List::stream)).containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5");
        });
    }

    @Test
    void ofEachPartitionTheInstanceThatProcessesItReportsTheLagAndNobodyElseHowOftenItMoves() throws Exception {
        try (var cluster = Cluster.start(folder)) {
            var footfall = cluster.footfall("lag", 6, Story.RULES).send(sessions());
            try (var one = footfall.start("one", 1)) {
                var first = metrics(one);
                awaitAll(List.of(first));
                try (var two = footfall.start("two", 1);
                        var three = footfall.start("three", 1)) {
                    awaitAll(Stream.of(two, three)
                            .map(LagOfInstancesIT::metrics)
                            .collect(() -> new ArrayList<>(List.of(first)), List::add, List::addAll));
                }
                awaitAll(List.of(first));
            }
        }
    }
}
