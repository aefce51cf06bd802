package footfall.bench;

import footfall.testkit.Cluster;
import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.topology.CommittedReader;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologySettings;
import footfall.wire.Channels;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What a team needs: the bytes that a line, a turn and a session take on each topic, as history in bulk and as lines
 * that arrive one by one, each in a transaction of its own; the rows that changelogs keep after compaction, the stores
 * on disk, how fast they are restored; and what a line costs one, two and three instances. All of it for 2,000 sessions
 * a day.
 */
final class TeamBench {
    private static final String APP = "team";
    private static final List<String> OWN =
            List.of("assembler-changelog", "turn-log-changelog", "tally-changelog", "tally-by-key-repartition");
    /** Transcripts of any age count. */
    private static final TopologySettings TOPOLOGY = Defaults.topology(Defaults.TOPOLOGY.turnRules(), Cluster.TALLIES);

    private static final Pattern AT = Pattern.compile("(?<=\"at\":\")[^\"]+");
    private static final int SESSIONS_A_DAY = 2_000;
    private static final int INSTANCES_MAX = 3;

    /** Between two lines: longer than a commit takes. */
    private static final long PAUSE_MS = 40;

    /** Longer than any interval of what follows a line. */
    private static final long QUIET_S = 15;

    private static final int ROUNDS_MAX = 4;

    /** One by one, of whole sessions. */
    private static final int LIVE_LINES = 3_000;

    private final Load load;

    private TeamBench(Load load) {
        this.load = load;
    }

    /** {@code arguments}: a folder of transcripts; how often they are sent as history. */
    public static void main(String[] arguments) throws Exception {
        var bench = new TeamBench(Load.of(Path.of(arguments[0])));
        int copies = Integer.parseInt(arguments[1]);
        bench.history(copies);
        bench.live();
        for (int instances = 1; instances <= INSTANCES_MAX; instances++) {
            bench.instances(instances, copies);
        }
        System.exit(0);
    }

    private void history(int copies) throws Exception {
        try (var broker = BenchBroker.start()) {
            long lines = broker.send(load, 0, copies);
            var settings = settings(broker, "one");
            try (var streaming = Streaming.start(TOPOLOGY, settings)) {
                settle(broker, streaming);
            }
            tell("history", broker, lines, sessions(load.copy(0)) * (long) copies);
            changelogs(broker, sessions(load.copy(0)) * (long) copies, settings.stateDirectory());
            var warm = start(settings);
            Folders.delete(settings.stateDirectory());
            var cold = start(settings);
            long rows = 0;
            for (var topic : OWN.subList(0, 3)) {
                rows += broker.records(APP + "-" + topic);
            }
            System.out.printf(
                    "restored %,d rows of the changelogs with %.1f us of CPU a row%n",
                    rows, 1e6 * (cold - warm) / rows);
        }
    }

    /**
     * As said now, for what is old raises no alert. Of many sessions at once, so that the lines of one are as far apart
     * as with people.
     */
    private void live() throws Exception {
        try (var broker = BenchBroker.start();
                var streaming = Streaming.start(TOPOLOGY, settings(broker, "one"));
                var producer = broker.producer()) {
            var bySession = new LinkedHashMap<String, ArrayList<Load.Sent>>();
            load.copy(0)
                    .forEach(line -> bySession
                            .computeIfAbsent(line.session(), one -> new ArrayList<>())
                            .add(line));
            long taken = 0;
            for (var session : List.copyOf(bySession.keySet())) {
                if (taken >= LIVE_LINES) {
                    bySession.remove(session);
                } else {
                    taken += bySession.get(session).size();
                }
            }
            var lines = new ArrayList<Load.Sent>();
            for (int at = 0; !bySession.isEmpty(); at++) {
                int next = at;
                bySession.values().removeIf(session -> session.size() <= next);
                bySession.values().forEach(session -> lines.add(session.get(next)));
            }
            double before = cpu();
            for (var line : lines) {
                var topic = Channels.LINES.topic(Channels.PREFIX);
                var value = AT.matcher(new String(line.value(), StandardCharsets.UTF_8))
                        .replaceAll(Instant.now().toString())
                        .getBytes(StandardCharsets.UTF_8);
                producer.send(new ProducerRecord<>(topic, null, line.session(), value, line.headers()))
                        .get();
                TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
            }
            settle(broker, streaming);
            double used = cpu() - before;
            tell("one by one", broker, lines.size(), sessions(lines));
            System.out.printf("%.0f us of CPU a line%n", 1e6 * used / lines.size());
        }
    }

    private static long sessions(List<Load.Sent> lines) {
        return lines.stream().map(Load.Sent::session).distinct().count();
    }

    private static StreamSettings settings(BenchBroker broker, String folder) {
        var state = broker.folder().resolve(folder);
        return new StreamSettings(APP, state, 1, StreamSettings.MEMORY_BYTES, broker.client());
    }

    private static CommittedReader committed(BenchBroker broker) {
        return new CommittedReader(broker.client(), Channels.PREFIX);
    }

    /** Until nothing has been written for a while: summaries of sessions, tallies and the turn log follow the lines. */
    private static void settle(BenchBroker broker, Streaming streaming) throws Exception {
        long written = -1;
        long now = written(broker);
        for (int round = 0; now != written && round < ROUNDS_MAX; round++) {
            written = now;
            fail(streaming);
            TimeUnit.SECONDS.sleep(QUIET_S);
            now = written(broker);
        }
    }

    private static long written(BenchBroker broker) {
        return topics().mapToLong(broker::records).sum();
    }

    private static Stream<String> topics() {
        return Stream.concat(
                Channels.ofTopology().stream().map(channel -> channel.topic(Channels.PREFIX)),
                OWN.stream().map(topic -> APP + "-" + topic));
    }

    private static void fail(Streaming streaming) throws Exception {
        var failure = streaming.failure().toCompletableFuture().getNow(null);
        if (failure != null) {
            throw failure;
        }
    }

    private static void tell(String how, BenchBroker broker, long lines, long sessions) throws IOException {
        var turns = Cluster.turns(committed(broker));
        long steps = turns.stream().mapToLong(turn -> turn.size().length()).sum();
        System.out.printf(
                "%n%s: %,d lines of %,d sessions, %,d turns, %,d steps; sizes of the logs before compaction%n",
                how, lines, sessions, turns.size(), steps);
        System.out.println("| topic | per line | per turn | per session | a day of 2,000 sessions |");
        System.out.println("|---|---|---|---|---|");
        long all = 0;
        for (var topic : topics().toList()) {
            long bytes = broker.bytesOf(topic);
            all += bytes;
            tell(topic, bytes, lines, turns.size(), sessions);
        }
        tell("together", all, lines, turns.size(), sessions);
    }

    private static void tell(String topic, long bytes, long lines, int turns, long sessions) {
        System.out.printf(
                "| %s | %.0f | %,.0f | %,.0f | %.1f MB |%n",
                topic,
                (double) bytes / lines,
                (double) bytes / turns,
                (double) bytes / sessions,
                (double) bytes / sessions * SESSIONS_A_DAY / 1e6);
    }

    /** What they keep after compaction: the last row of each key. */
    private static void changelogs(BenchBroker broker, long sessions, Path state) throws IOException {
        for (var name : OWN.subList(0, 3)) {
            var last = new HashMap<ByteBuffer, Integer>();
            read(broker, APP + "-" + name, last);
            long bytes = last.entrySet().stream()
                    .mapToLong(row -> row.getKey().remaining() + row.getValue())
                    .sum();
            System.out.printf(
                    "%s keeps %,d rows, %.0f a session, %,d bytes a session%n",
                    name, last.size(), (double) last.size() / sessions, bytes / sessions);
        }
        System.out.printf("stores on disk: %,d bytes a session%n", size(state) / sessions);
    }

    private static void read(BenchBroker broker, String topic, Map<ByteBuffer, Integer> last) {
        var config = new HashMap<String, Object>(broker.client());
        config.put("isolation.level", "read_committed");
        try (var consumer = new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(at -> new TopicPartition(topic, at.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var row : consumer.poll(Duration.ofMillis(100))) {
                    if (row.value() == null) {
                        last.remove(ByteBuffer.wrap(row.key()));
                    } else {
                        last.put(ByteBuffer.wrap(row.key()), row.value().length);
                    }
                }
            }
        }
    }

    private static long size(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            long bytes = 0;
            for (var file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }

    /** Starts, and ends when every store is there; CPU of the threads that restored them. */
    private static double start(StreamSettings settings) throws Exception {
        try (var streaming = Streaming.start(TOPOLOGY, settings)) {
            while (!streaming.isRunning() || streaming.toCatchUp().isPresent()) {
                fail(streaming);
                TimeUnit.MILLISECONDS.sleep(5);
            }
            return RestoreBench.restoringCpu();
        }
    }

    private void instances(int count, int copies) throws Exception {
        var running = new ArrayList<Streaming>();
        try (var broker = BenchBroker.start();
                var admin = Admin.create(new HashMap<String, Object>(broker.client()))) {
            long lines = broker.send(load, 0, copies);
            double before = cpu();
            try {
                for (int i = 0; i < count; i++) {
                    running.add(Streaming.start(
                            TOPOLOGY, settings(broker, "instance-" + i).shared()));
                }
                while (StreamBench.committed(admin, APP) < lines
                        || running.stream()
                                .anyMatch(one -> one.counts().restored().standbyLag() > 0)) {
                    for (var one : running) {
                        fail(one);
                    }
                    TimeUnit.MILLISECONDS.sleep(100);
                }
                System.out.printf(
                        "%d instances: %.0f us of CPU a line, of all their stream threads and standbys",
                        count, 1e6 * (cpu() - before) / lines);
            } finally {
                for (var one : running) {
                    one.close();
                }
            }
            long bytes = 0;
            for (int i = 0; i < count; i++) {
                bytes += size(broker.folder().resolve("instance-" + i));
            }
            System.out.printf(
                    "; stores of all together %,d bytes a session%n", bytes / (copies * sessions(load.copy(0))));
        }
    }

    /** Seconds of the threads that process and restore. */
    private static double cpu() {
        var threads = ManagementFactory.getThreadMXBean();
        double nanos = 0;
        for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().matches(".*-(StreamThread|StateUpdater)-\\d+")) {
                nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return nanos / 1e9;
    }
}
