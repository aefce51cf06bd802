package footfall.bench;

import footfall.feed.KafkaFeed;
import footfall.serve.EventStream;
import footfall.serve.HttpServer;
import footfall.serve.ServeSettings;
import footfall.testkit.Defaults;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.wire.Channels;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * From handing the line that closes a turn to the producer until each client of the stream has its event, with 1,000
 * clients, one of which reads nothing, against one client; and until the turn can be read, committed, meanwhile.
 */
final class ClientsBench implements AutoCloseable {
    private static final int WARM_UP = 30;
    private static final int SAMPLES = 150;
    private static final int GROWING = 20;

    private final BenchBroker broker;
    private final KafkaProducer<String, byte[]> producer;
    private final CommittedRecords turns;
    private volatile boolean isEnding;

    private ClientsBench(BenchBroker broker) {
        this.broker = broker;
        var config = new HashMap<String, Object>(broker.client());
        producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        turns = new CommittedRecords(broker.client(), Channels.TURNS.topic(Channels.PREFIX));
    }

    /** What a number of clients saw: milliseconds to the record, to the events, and the heap in use. */
    private record Round(List<Double> records, List<Double> events, double heapMb) {}

    public static void main(String[] arguments) throws Exception {
        int count = arguments.length == 0 ? 1_000 : Integer.parseInt(arguments[0]);
        try (var broker = BenchBroker.start();
                var feed = new KafkaFeed(broker.client(), Channels.PREFIX, Clock.systemUTC());
                var server = server(feed, 2 * count + 4);
                var streaming = Streaming.start(Defaults.TOPOLOGY, settings(broker));
                var bench = new ClientsBench(broker)) {
            while (!streaming.isRunning()) {
                Thread.sleep(50);
            }
            var uri = URI.create(server.url());
            var growing = new Thread(bench::grow, "growing");
            growing.start();
            var one = bench.round(uri, "one", 1);
            var many = bench.round(uri, "many", count);
            bench.isEnding = true;
            growing.join();
            print("line to event", one.events, many.events, count);
            print("line to record", one.records, many.records, count);
            System.out.printf(
                    "heap in use: 1 client %.0f MB, %d clients %.0f MB: ratio %.2f, %.0f KB a client, with the client's"
                            + " own%n",
                    one.heapMb,
                    count,
                    many.heapMb,
                    many.heapMb / one.heapMb,
                    (many.heapMb - one.heapMb) * 1024 / count);
        }
        System.exit(0);
    }

    private static void print(String what, List<Double> one, List<Double> many, int count) {
        System.out.printf(
                "%s: 1 client p50 %.1f ms, p99 %.1f ms; %d clients p50 %.1f ms, p99 %.1f ms; ratio %.2f and %.2f%n",
                what,
                Percentile.of(one, 50),
                Percentile.of(one, 99),
                count,
                Percentile.of(many, 50),
                Percentile.of(many, 99),
                Percentile.of(many, 50) / Percentile.of(one, 50),
                Percentile.of(many, 99) / Percentile.of(one, 99));
    }

    private static HttpServer server(KafkaFeed feed, int clientsMax) {
        var stream = new EventStream(clientsMax);
        stream.feed(feed);
        var settings = new ServeSettings(
                ServeSettings.Use.ON,
                ServeSettings.LOOPBACK,
                ServeSettings.ANY_PORT,
                List.of(),
                ServeSettings.TokenFiles.NONE,
                ServeSettings.TlsFiles.NONE);
        return HttpServer.start(settings, List.of(stream.route()));
    }

    private static StreamSettings settings(BenchBroker broker) {
        return new StreamSettings(
                "clients", broker.folder().resolve("streams"), 1, StreamSettings.MEMORY_BYTES, broker.client());
    }

    /** Turns that grow meanwhile: their events go to the client that reads nothing. */
    private void grow() {
        var sessions = new ArrayList<SampleSession>();
        for (int i = 0; i < GROWING; i++) {
            sessions.add(new SampleSession("growing-" + i));
            send(sessions.get(i).prompt());
        }
        while (!isEnding) {
            for (var session : sessions) {
                send(session.call());
                send(session.result());
            }
            pause(Duration.ofMillis(250));
        }
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException ending) {
            throw new IllegalStateException(ending);
        }
    }

    private void send(Load.Sent line) {
        var topic = Channels.LINES.topic(Channels.PREFIX);
        producer.send(new ProducerRecord<>(topic, null, line.session(), line.value(), line.headers()));
    }

    private Round round(URI server, String name, int count) throws Exception {
        try (var clients = StreamClients.open(server, count)) {
            var records = new ArrayList<Double>();
            var events = new ArrayList<Double>();
            for (int i = 0; i < WARM_UP + SAMPLES; i++) {
                var session = new SampleSession(name + "-" + i);
                send(session.prompt());
                send(session.call());
                send(session.result());
                pause(Duration.ofMillis(60));
                clients.expect();
                long began = System.nanoTime();
                send(session.prompt());
                turns.await(session.session() + ":0");
                double record = (System.nanoTime() - began) / 1e6;
                var arrived = clients.await(began);
                if (i >= WARM_UP) {
                    records.add(record);
                    events.addAll(arrived);
                }
            }
            System.gc();
            var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            System.out.printf("%s: the client that reads nothing was %s%n", name, clients.slow());
            return new Round(records, events, heap / 1e6);
        }
    }

    @Override
    public void close() {
        producer.close();
        turns.close();
    }
}
