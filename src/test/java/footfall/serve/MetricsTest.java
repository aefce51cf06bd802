package footfall.serve;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.RejectedBytes;
import footfall.pattern.UsageTally.UsageHours;
import footfall.testkit.Turns;
import footfall.turn.ClosedBy;
import footfall.turn.Turn;
import footfall.view.Shippers.ShipperCounts;
import footfall.view.TopologyMeter.TopologyCounts;
import io.micrometer.core.instrument.Tags;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MetricsTest {
    @TempDir
    Path folder;

    private final Metrics metrics = new Metrics();

    /** The samples that are not zero, without buckets. */
    private List<String> samples() {
        return metrics.scrape()
                .lines()
                .filter(line -> !line.startsWith("#") && !line.contains("_bucket{"))
                .filter(line -> !line.endsWith(" 0.0") && !line.endsWith(" 0"))
                .sorted()
                .toList();
    }

    private static Alert alert(Alert.State state) {
        return new Alert(
                "s1:0:error-streak:2",
                Alert.Kind.ERROR_STREAK,
                2,
                state,
                20,
                5,
                "s1:0",
                null,
                null,
                null,
                null,
                Instant.EPOCH,
                Instant.EPOCH);
    }

    @Test
    void theWorkOfATopologyIsCounted() {
        var meter = metrics.topologyMeter();
        meter.line();
        meter.line();
        meter.rejected(RejectedBytes.Reason.GAP);
        meter.alert(alert(Alert.State.RAISED));
        meter.alert(alert(Alert.State.CLEARED));
        assertThat(samples())
                .containsExactly(
                        "footfall_alerts_total{kind=\"error-streak\",level=\"2\"} 1.0",
                        "footfall_lines_total 2.0",
                        "footfall_rejected_total{reason=\"gap\"} 1.0");
    }

    private static Turn turn(int revision) {
        var span = new Turn.Span(Instant.EPOCH, Instant.EPOCH, 0, null, ClosedBy.STOP_HOOK, false);
        return Turns.with(Turns.of("s1", 0, Instant.EPOCH), Map.of("span", span, "revision", revision));
    }

    @Test
    void aTurnIsCountedOnceAndItsRevisionsApart() {
        var meter = metrics.topologyMeter();
        meter.turn(turn(0), Duration.ofMillis(40));
        meter.turn(turn(1), Duration.ofSeconds(9));
        meter.turn(turn(2), Duration.ofSeconds(9));
        assertThat(samples())
                .containsExactly(
                        "footfall_line_to_turn_seconds_count 1",
                        "footfall_line_to_turn_seconds_max 0.04",
                        "footfall_line_to_turn_seconds_sum 0.04",
                        "footfall_turn_revisions_total 2.0",
                        "footfall_turns_total{closed_by=\"stop_hook\"} 1.0");
        assertThat(metrics.scrape())
                .contains("footfall_line_to_turn_seconds_bucket{le=\"0.025\"} 0\n")
                .contains("footfall_line_to_turn_seconds_bucket{le=\"0.05\"} 1\n");
    }

    @Test
    void stateIsReadAtEachScrape() {
        var topology = new TopologyCounts(
                3,
                new TopologyCounts.Restored(40, 9, 5),
                1,
                List.of(),
                Duration.ofSeconds(7),
                Map.of("tally", 4_096L, "unknown", 1L),
                Map.of(
                        Instant.parse("2026-01-05T10:00:00Z"), new UsageHours.Sum(0, new BigDecimal("0.25")),
                        Instant.parse("2026-01-05T09:00:00Z"), new UsageHours.Sum(2, new BigDecimal("1.5")),
                        Instant.parse("2025-12-05T10:00:00Z"), new UsageHours.Sum(7, new BigDecimal("9"))));
        var shipper = new ShipperCounts(9, 2, 1_000, 1, 77, Map.of("not-json", 4L), Duration.ofMillis(2_500), true);
        metrics.topology(() -> topology, List.of("assembler", "tally"));
        metrics.shipper(() -> shipper);
        assertThat(samples())
                .containsExactly(
                        "footfall_hour_cost_usd{hour=\"2026-01-05T09:00:00Z\"} 1.5",
                        "footfall_hour_cost_usd{hour=\"2026-01-05T10:00:00Z\"} 0.25",
                        "footfall_hour_start_seconds{hour=\"2026-01-05T09:00:00Z\"} 1.7676036E9",
                        "footfall_hour_start_seconds{hour=\"2026-01-05T10:00:00Z\"} 1.7676072E9",
                        "footfall_hour_turns{hour=\"2026-01-05T09:00:00Z\"} 2.0",
                        "footfall_open_turns 3.0",
                        "footfall_restore_remaining_records 40.0",
                        "footfall_restored_records_total 9.0",
                        "footfall_shipper_checkpoint_age_seconds 2.5",
                        "footfall_shipper_files 9.0",
                        "footfall_shipper_lag_bytes 1000.0",
                        "footfall_shipper_lag_files 2.0",
                        "footfall_shipper_lines_total 77.0",
                        "footfall_shipper_rejected_total{reason=\"not-json\"} 4.0",
                        "footfall_shipper_unreadable_files 1.0",
                        "footfall_shipper_waiting 1.0",
                        "footfall_stalled_seconds 7.0",
                        "footfall_standby_lag_records 5.0",
                        "footfall_state_bytes{store=\"tally\"} 4096.0",
                        "footfall_thread_restarts_total 1.0");
    }

    @Test
    void lateShippersAreCountedUnlessBrokersDoNotAnswer() {
        var none = TopologyCounts.NONE;
        var stalled = new AtomicReference<>(Duration.ZERO);
        metrics.topology(
                () -> new TopologyCounts(0, none.restored(), 0, List.of(), stalled.get(), Map.of(), Map.of()),
                List.of());
        metrics.lateShippers(() -> 2);
        assertThat(samples()).contains("footfall_shippers_late 2.0");
        stalled.set(Duration.ofSeconds(7));
        assertThat(metrics.scrape()).doesNotContain("footfall_shippers_late");
    }

    @Test
    void partitionsThatLackAReplicaAreCountedOnceKnown() {
        var known = new AtomicReference<>(OptionalLong.empty());
        metrics.underReplicated(known::get);
        assertThat(metrics.scrape()).doesNotContain("under_replicated");
        known.set(OptionalLong.of(3));
        assertThat(samples()).containsExactly("footfall_under_replicated_partitions 3.0");
    }

    @Test
    void aMetricThatIsNotListedIsIgnored() {
        metrics.registry().counter("kafka.stream.task.process.total").increment();
        metrics.registry().counter("jvm.threads").increment();
        metrics.registry().gauge("kafka.stream.alive.stream.threads", 2);
        assertThat(samples()).containsExactly("kafka_stream_alive_stream_threads 2.0");
    }

    @Test
    void labelsDoNotChangeWithEachStart() {
        var start = "footfall-01234567-89ab-cdef-0123-456789abcdef";
        metrics.registry()
                .gauge("kafka.stream.thread.process.ratio", Tags.of("thread.id", start + "-StreamThread-1"), 1);
        metrics.registry().gauge("kafka.stream.alive.stream.threads", Tags.of("client.id", start), 2);
        assertThat(samples())
                .containsExactly(
                        "kafka_stream_alive_stream_threads{client_id=\"streams\"} 2.0",
                        "kafka_stream_thread_process_ratio{thread_id=\"StreamThread-1\"} 1.0");
    }

    @Test
    void lagIsThatOfThePartitionsOfNowAndWhatHasNoValueIsNotServed() {
        var lags = new ArrayList<>(List.of(
                new TopologyCounts.Lag("footfall.lines", 0, 7), new TopologyCounts.Lag("footfall.lines", 1, 0)));
        var none = TopologyCounts.NONE;
        metrics.topology(
                () -> new TopologyCounts(0, none.restored(), 0, lags, Duration.ZERO, Map.of(), Map.of()), List.of());
        metrics.registry().gauge("kafka.stream.thread.commit.latency.max", Double.NaN);
        var first = "footfall_lag_records{partition=\"0\",topic=\"footfall.lines\"} 7.0\n";
        var second = "footfall_lag_records{partition=\"1\",topic=\"footfall.lines\"} ";
        assertThat(metrics.scrape()).contains(first, second + "0.0\n").doesNotContain("NaN", "commit_latency");
        lags.remove(0);
        lags.set(0, new TopologyCounts.Lag("footfall.lines", 1, 3));
        assertThat(metrics.scrape()).contains(second + "3.0\n").doesNotContain("partition=\"0\"");
    }

    @Test
    void metricsNeedTheToken() throws Exception {
        metrics.topologyMeter().line();
        var file = folder.resolve("token");
        try (var server = Served.with(file, Served.LIMITS, metrics.route())) {
            assertThat(server.get("/metrics").statusCode()).isEqualTo(401);
            var token = java.nio.file.Files.readString(file).strip();
            var answer = server.get("/metrics", "Authorization", "Bearer " + token);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(answer.body()).contains("# TYPE footfall_lines_total counter\nfootfall_lines_total 1.0\n");
        }
    }
}
