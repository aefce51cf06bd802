package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.tail.LocalDisk;
import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.LongSuite;
import footfall.testkit.SharedCluster;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.wire.Channels;
import footfall.wire.LineHeaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topic that takes less than a shipper sends: lines that are too large are reported, the rest arrives. */
@Timeout(300)
class RefusedLinesIT extends SharedCluster {
    private static final int MESSAGE_BYTES_MAX = 30_000;
    private static final int SESSIONS = 5;
    private static final int LINES = 120;

    @TempDir
    Path here;

    private final Random random = new Random(1);
    private final Map<String, List<Long>> sendable = new TreeMap<>();
    private final TreeSet<String> unsendable = new TreeSet<>();

    private static void limit(String topic) throws Exception {
        try (var admin = Admin.create(Map.copyOf(cluster.client()))) {
            var limit = new ConfigEntry("max.message.bytes", Integer.toString(MESSAGE_BYTES_MAX));
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic),
                            List.of(new AlterConfigOp(limit, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    /** Calls whose ids are noise do not compress; {@code isNoise} false: as many bytes that do. */
    private Object[] calls(int count, boolean isNoise) {
        var calls = new Object[count];
        for (int i = 0; i < count; i++) {
            var id = isNoise ? Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()) : "";
            calls[i] = use("Read", "toolu_" + i + id);
        }
        return calls;
    }

    /** Small lines, some that only look large, and some that are too large: the first, and two in a row. */
    private void write(int number) throws IOException {
        var transcript = session("s" + number);
        for (int i = 0; i < LINES; i++) {
            boolean isNoise = number % 2 == 1 && (i == 0 || i == 60 || i == 61);
            boolean isLarge = isNoise || i % 40 == 7;
            transcript.assistant(i, "m" + i, isLarge ? calls(2_500, isNoise) : calls(2, true));
        }
        var offsets = new ArrayList<Long>();
        long offset = 0;
        for (int i = 0; i < LINES; i++) {
            int length = transcript.lines().get(i).length();
            if (number % 2 == 1 && (i == 0 || i == 60 || i == 61)) {
                unsendable.add("claude/s" + number + " " + offset + " " + length);
            } else {
                offsets.add(offset);
            }
            offset += length + 1;
        }
        sendable.put("s" + number, offsets);
        Files.write(
                Files.createDirectories(here.resolve("home/projects/-w")).resolve("s" + number + ".jsonl"),
                transcript.bytes());
    }

    private ShipProgress shipped(Cluster.Footfall footfall) throws IOException {
        var shipping = new ShipSettings(
                List.of(here.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                ShipSettings.QUIET,
                ShipSettings.CHECKPOINT_EVERY);
        var settings = new ShipSettings.ShipperSettings(
                shipping,
                here.resolve("ship"),
                cluster.client(),
                footfall.settings().prefix(),
                Shipment.BOX,
                Duration.ofSeconds(30),
                true);
        try (var shipper = Shipper.start(
                settings, new Shipper.Dependencies(new LocalDisk(), Clock.systemUTC(), said -> {}, null))) {
            shipper.end().toCompletableFuture().join();
            return shipper.progress();
        }
    }

    @Test
    @LongSuite
    void theLinesThatTheBrokerRefusesAreUnsendableAndAllOthersArriveInOrderWithoutAGap() throws Exception {
        var footfall = cluster.footfall("refused", 2, Story.RULES);
        limit("refused.lines");
        for (int i = 0; i < SESSIONS; i++) {
            write(i);
        }
        var progress = shipped(footfall);

        assertThat(arrived(footfall)).isEqualTo(sendable);
        assertThat(progress.lines())
                .isEqualTo(sendable.values().stream().mapToLong(List::size).sum());
        assertThat(progress.rejected()).isEqualTo(Map.of("unsendable", (long) unsendable.size()));
        assertThat(progress.bytesBehind()).isZero();

        footfall.run(1);
        var reported = new TreeSet<String>();
        footfall.committed().each(Channels.REJECTED, record -> {
            assertThat(record.value().reason()).isEqualTo(RejectedBytes.Reason.UNSENDABLE); // No gap.
            reported.add(record.value().fileId().replaceAll("@.*", "") + " "
                    + record.value().offset() + " " + record.value().length());
        });
        assertThat(reported).isEqualTo(unsendable);
    }

    /** By session, the offsets that an assembler takes: what stands at or below one before is a repeat. */
    private static Map<String, List<Long>> arrived(Cluster.Footfall footfall) {
        var arrived = new TreeMap<String, List<Long>>();
        var marks = new HashMap<String, Long>();
        footfall.committed().each(Channels.LINES, record -> {
            var headers = LineHeaders.of(record.headers()).orElseThrow();
            long mark = marks.getOrDefault(record.key(), -1L);
            if (headers.offset() > mark) {
                assertThat(headers.previousOffset())
                        .as("of %s at %d", record.key(), headers.offset())
                        .isEqualTo(mark);
                arrived.computeIfAbsent(record.key(), none -> new ArrayList<>()).add(headers.offset());
                marks.put(record.key(), headers.offset());
            }
        });
        return arrived;
    }
}
