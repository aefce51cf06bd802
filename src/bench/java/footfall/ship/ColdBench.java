package footfall.ship;

import footfall.bench.BenchBroker;
import footfall.line.Dialect;
import footfall.line.LineParser;
import footfall.line.RejectedBytes;
import footfall.redact.Identity;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.tail.Transcripts;
import footfall.testkit.Defaults;
import footfall.testkit.Folders;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * History that no shipper has seen, in MB of transcript a second: a whole {@code footfall ship --once}, from
 * its question who the cluster is to its checkpoint, against a bare producer with the same properties that
 * is handed the same records from memory. One broker, in turns, after a warm-up; the middle of the rounds.
 */
public final class ColdBench {
    private static final int WARM_UP = 2;
    private static final int ROUNDS = 5;
    private static final double GOAL = 0.5;
    private static final Identity BOX = new Identity("host", "user");
    private static final Pattern ID = Pattern.compile("(\"(?:sessionId|uuid|parentUuid)\":\")");

    private final Path folder;
    private final Path history;
    private final long bytes;
    private int starts;

    private ColdBench(Path folder, Path transcripts, long megabytes) throws IOException {
        this.folder = folder;
        this.history = folder.resolve("history");
        this.bytes = write(transcripts, megabytes * 1_000_000);
    }

    /** The folder of transcripts, then how many MB of them: they are repeated under other ids. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("cold-bench");
        try (var broker = BenchBroker.start()) {
            new ColdBench(folder, Path.of(arguments[0]), Long.parseLong(arguments[1])).run(broker);
        } finally {
            Folders.delete(folder);
        }
        System.exit(0);
    }

    private long write(Path transcripts, long least) throws IOException {
        var files = Transcripts.below(transcripts, ExcludedProjects.NONE).files();
        long written = 0;
        for (int copy = 0; written < least; copy++) {
            for (var file : files) {
                var to = history.resolve("c" + copy)
                        .resolve(transcripts.relativize(file).toString());
                Files.createDirectories(to.getParent());
                var text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                Files.writeString(to, ID.matcher(text).replaceAll("$1" + copy + "-"), StandardCharsets.ISO_8859_1);
                written += Files.size(to);
            }
        }
        return written;
    }

    private ShipSettings settings() {
        return ShipSettings.of(List.of(history), Defaults.REDACT, LineParser.LINE_BYTES_MAX);
    }

    private void run(BenchBroker broker) throws Exception {
        var records = records();
        var ships = new ArrayList<Double>();
        var raws = new ArrayList<Double>();
        var reads = new ArrayList<Double>();
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            ships.add(rate(() -> ship(broker)));
            raws.add(rate(() -> send(broker, records)));
            reads.add(rate(this::read));
        }
        double ship = middle(ships);
        double raw = middle(raws);
        System.out.printf(
                "%,d records of %.0f MB of transcript: ship --once %.0f MB/s, bare producer %.0f MB/s,"
                        + " ratio %.2f (goal %.1f); reading and redacting on one thread %.0f MB/s%n",
                records.size(), bytes / 1e6, ship, raw, ship / raw, GOAL, middle(reads));
    }

    private interface Pass {
        void run() throws Exception;
    }

    private double rate(Pass pass) throws Exception {
        long began = System.nanoTime();
        pass.run();
        return bytes / 1e6 / ((System.nanoTime() - began) / 1e9);
    }

    private static double middle(List<Double> rates) {
        return rates.subList(WARM_UP, rates.size()).stream().sorted().toList().get(ROUNDS / 2);
    }

    private void ship(BenchBroker broker) throws Exception {
        var settings = new ShipSettings.ShipperSettings(
                settings(),
                folder.resolve("data" + starts++),
                broker.client(),
                Channels.PREFIX,
                BOX,
                ShipSettings.ShipperSettings.RESCAN,
                true);
        var around = new Shipper.Dependencies(new LocalDisk(), Clock.systemUTC(), System.err::println, null);
        try (var shipper = Shipper.start(settings, around)) {
            shipper.end().toCompletableFuture().get();
        }
    }

    private static void send(BenchBroker broker, List<ProducerRecord<String, byte[]>> records) {
        var failure = new AtomicReference<Exception>();
        try (var producer = new KafkaProducer<>(
                LineProducer.patientConfig(broker.client()), new StringSerializer(), new ByteArraySerializer())) {
            for (var record : records) {
                // A producer closes the headers that it was given.
                producer.send(
                        new ProducerRecord<>(record.topic(), null, record.key(), record.value(), record.headers()),
                        (metadata, error) -> failure.compareAndSet(null, error));
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("a record was not taken", failure.get());
        }
    }

    private void read() {
        shipping(outgoing -> {}).round();
    }

    private List<ProducerRecord<String, byte[]>> records() {
        var records = new ArrayList<ProducerRecord<String, byte[]>>();
        var made = new LineRecords(Channels.PREFIX, BOX);
        shipping(outgoing -> records.add(made.of(outgoing))).round();
        return records;
    }

    private interface Sink {
        void accept(Outlet.Outgoing outgoing);
    }

    private Shipping shipping(Sink sink) {
        var outlet = new Outlet() {
            @Override
            public boolean send(Outgoing outgoing, Runnable taken) {
                sink.accept(outgoing);
                taken.run();
                return true;
            }

            @Override
            public void send(String fileId, RejectedBytes rejected, Runnable taken) {
                taken.run();
            }

            @Override
            public void flush() {}
        };
        var around = new Shipping.Dependencies(new LocalDisk(), outlet, kept -> {}, Clock.systemUTC(), () -> {});
        var onThisThread = new ReadAhead.Readers(null, 0, Long.MAX_VALUE);
        return new Shipping(settings(), around, Checkpoint.empty("bench"), onThisThread, Dialect::readerVersion);
    }
}
