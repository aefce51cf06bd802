package footfall.ship;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.broker.TopicSpec;
import footfall.broker.Topics;
import footfall.line.Bytes;
import footfall.line.RejectedBytes;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.run.ClusterTopics.TopicSpecs;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.SharedCluster;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.wire.Channels;
import footfall.wire.EventJson;
import footfall.wire.LineHeaders;
import footfall.wire.RejectedLine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What arrives at a broker of what was handed over. */
@Timeout(120)
class LineProducerIT extends SharedCluster {
    private static List<RedactedLine> lines(String session, int count) {
        var transcript = session(session);
        for (int i = 0; i < count; i++) {
            transcript.assistant(i, "m" + i, use("Read", "t" + i));
        }
        return redacted(session, transcript);
    }

    private static List<RedactedLine> redacted(String session, Transcripts transcript) {
        var file = FedFile.of("/w/" + session + ".jsonl", transcript.bytes()).file();
        var redactor = new Redactor(Defaults.REDACT);
        var lines = new ArrayList<RedactedLine>();
        long offset = 0;
        for (var text : transcript.lines()) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            for (Redacted part :
                    redactor.redact(new RedactedLine.RawLine(file.id(), offset, file.source(), Bytes.of(bytes)))) {
                lines.add((RedactedLine) part);
            }
            offset += bytes.length + 1;
        }
        return lines;
    }

    private static boolean send(LineProducer producer, RedactedLine line, long previousOffset, String copiedFrom) {
        return producer.send(new Outlet.Outgoing(line, previousOffset, copiedFrom, null, 0), () -> {});
    }

    @Test
    void linesArriveInOrderUnderTheirSessionWithTheirHeadersAndTheBrokersTime() {
        var footfall = cluster.footfall("order", 3, Story.RULES);
        var sent = new HashMap<String, List<RedactedLine>>(Map.of("s1", lines("s1", 200), "s2", lines("s2", 200)));
        var before = System.currentTimeMillis();
        long bytes = 0;
        try (var producer =
                new LineProducer(cluster.client(), footfall.settings().prefix(), Shipment.BOX)) {
            for (int i = 0; i < 200; i++) {
                for (var lines : sent.values()) {
                    send(producer, lines.get(i), i == 0 ? -1 : lines.get(i - 1).offset(), "s0");
                    bytes += EventJson.bytes(lines.get(i)).length;
                }
            }
            producer.flush();
            assertThat(producer.bytes()).isEqualTo(bytes);
        }
        var arrived = new HashMap<String, List<byte[]>>();
        footfall.committed().each(Channels.LINES, record -> {
            var list = arrived.computeIfAbsent(record.key(), none -> new ArrayList<>());
            var line = sent.get(record.key()).get(list.size());
            long previous = list.isEmpty()
                    ? -1
                    : sent.get(record.key()).get(list.size() - 1).offset();
            assertThat(LineHeaders.of(record.headers()))
                    .contains(new LineHeaders(line.file(), line.offset(), previous, "box", "ada", "s0", null));
            assertThat(record.value()).isEqualTo(EventJson.bytes(line));
            assertThat(record.timestamp()).isBetween(before, System.currentTimeMillis());
            list.add(record.value());
        });
        assertThat(arrived.get("s1")).hasSize(200);
        assertThat(arrived.get("s2")).hasSize(200);
    }

    @Test
    void whereBytesWereNoLineIsSaidAndNotWhatTheySay() {
        var footfall = cluster.footfall("bad", 1, Story.RULES);
        try (var producer =
                new LineProducer(cluster.client(), footfall.settings().prefix(), Shipment.BOX)) {
            producer.send("claude/s1@00.0", new RejectedBytes(RejectedBytes.Reason.NOT_JSON, 7, 9), () -> {});
            producer.flush();
        }
        var rows = new ArrayList<RejectedLine>();
        footfall.committed().each(Channels.REJECTED, record -> rows.add(record.value()));
        assertThat(rows)
                .containsExactly(new RejectedLine("claude/s1@00.0", 7, 9, RejectedBytes.Reason.NOT_JSON, "box"));
    }

    @Test
    void aLineThatIsTooLargeIsNamedAsUnsendableAndTheNextOneGoes() {
        var footfall = cluster.footfall("large", 1, Story.RULES);
        var blocks =
                IntStream.range(0, 20_000).mapToObj(i -> use("Read", "t" + i)).toArray();
        var lines = redacted("s1", session("s1").assistant(0, "m0", blocks).assistant(1, "m1", use("Read", "t")));
        var large = lines.get(0);
        try (var producer =
                new LineProducer(cluster.client(), footfall.settings().prefix(), Shipment.BOX)) {
            assertThat(send(producer, large, -1, null)).isFalse();
            assertThat(send(producer, lines.get(1), 0, null)).isTrue();
            producer.flush();
        }
        var rows = new ArrayList<RejectedLine>();
        footfall.committed().each(Channels.REJECTED, record -> rows.add(record.value()));
        assertThat(rows)
                .containsExactly(new RejectedLine(
                        large.file().toString(), 0, large.length(), RejectedBytes.Reason.UNSENDABLE, "box"));
        var offsets = new ArrayList<Long>();
        footfall.committed()
                .each(
                        Channels.LINES,
                        record -> offsets.add(
                                LineHeaders.of(record.headers()).orElseThrow().offset()));
        assertThat(offsets).containsExactly(lines.get(1).offset());
    }

    @Test
    void aLineThatTheBrokerRefusesForWhatItIsGoesAloneTheSecondTimeAndIsNamedThen() {
        try (var topics = Topics.of(cluster.client(), Duration.ofSeconds(30))) {
            topics.create(TopicSpecs.of("small.", 1).stream()
                    .map(spec -> new TopicSpec(
                            spec.name(),
                            spec.partitions(),
                            spec.name().equals("small.lines") ? Map.of("max.message.bytes", "50") : spec.configs()))
                    .toList());
        }
        try (var producer = new LineProducer(cluster.client(), "small.", Shipment.BOX)) {
            var line = lines("s1", 1).get(0);
            assertThatThrownBy(() -> {
                        send(producer, line, -1, null);
                        producer.flush();
                    })
                    .isInstanceOf(Outlet.LineRefused.class)
                    .hasMessageNotContaining("m0")
                    .hasCauseInstanceOf(RecordTooLargeException.class);
            assertThat(send(producer, line, -1, null)).isFalse();
            assertThat(send(producer, line, -1, null)).isFalse();
            producer.flush();
        }
    }

    @Test
    void whatWouldHitEveryLineIsThrownFromThenOnWithTheWayOut() {
        var client = new HashMap<>(cluster.client());
        client.put("max.block.ms", "500");
        try (var producer = new LineProducer(client, "none.", Shipment.BOX)) {
            var lines = lines("s1", 2);
            for (var line : lines) {
                assertThatThrownBy(() -> {
                            send(producer, line, -1, null);
                            producer.flush();
                        })
                        .isInstanceOf(Outlet.SendingFailed.class)
                        .hasMessageContaining("the broker rejected a line")
                        .hasMessageContaining("none.lines")
                        .hasMessageContaining("start it again")
                        .hasMessageNotContaining("m0");
            }
        }
    }
}
