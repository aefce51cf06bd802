package footfall.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.testkit.ConnectWorker;
import footfall.testkit.Postgres;
import footfall.turn.Turn;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The PostgreSQL sink of connectors/: a database, and the worker that writes to it, which is a machine. */
final class Sink implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Postgres postgres;
    private final ConnectWorker worker;

    private Sink(Postgres postgres, ConnectWorker worker) {
        this.postgres = postgres;
        this.worker = worker;
    }

    /** Why this machine cannot run one; fetches the worker if it is not there yet. */
    static Optional<String> missing() throws IOException {
        if (!Postgres.isInstalled()) {
            return Optional.of(Postgres.MISSING);
        }
        if (!ConnectWorker.isBuilt()) {
            return Optional.of(ConnectWorker.MISSING);
        }
        try {
            ConnectWorker.fetch();
            return Optional.empty();
        } catch (AssertionError unreachable) {
            return Optional.of("the Connect worker cannot be fetched: " + unreachable.getMessage());
        }
    }

    /** The database runs when this returns. {@code client}: properties of a Kafka client. */
    static Sink in(Path folder, Map<String, String> client, String prefix) throws IOException {
        var postgres = Postgres.start();
        try {
            postgres.createAll();
            var worker = new ConnectWorker(Files.createDirectories(folder), client).with("postgres.json", with(prefix));
            return new Sink(postgres, worker);
        } catch (IOException | RuntimeException | Error why) {
            postgres.close();
            throw why;
        }
    }

    /** After a kill, its partitions flow again soon, and a batch is often interrupted. */
    private static Map<String, String> with(String prefix) throws IOException {
        return Map.of(
                "topics",
                topics(prefix),
                "key.converter.topic.prefix",
                prefix,
                "value.converter.topic.prefix",
                prefix,
                "consumer.override.session.timeout.ms",
                "6000",
                "consumer.override.max.poll.records",
                "20");
    }

    private static String topics(String prefix) throws IOException {
        var config = JSON.readTree(Path.of("connectors", "postgres.json").toFile());
        return config.at("/config/topics").asText().replace(Channels.PREFIX, prefix);
    }

    /** {@code heap}: an option of Java. */
    List<String> command(String heap) {
        return worker.command(heap);
    }

    Map<String, String> environment() {
        return postgres.environment();
    }

    /** The rows of the table {@code turns}. */
    List<Turn> turns() throws IOException {
        return postgres.records(Channels.TURNS, Turn.class);
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
