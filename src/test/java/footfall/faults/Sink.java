package footfall.faults;

import footfall.testkit.ConnectWorker;
import footfall.testkit.Postgres;
import footfall.turn.Turn;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The PostgreSQL sink of connectors/: a database, and the worker that writes to it, which is a machine. */
final class Sink implements AutoCloseable {
    private static final List<Channel<?, ?>> TABLES = List.of(
            Channels.TURNS,
            Channels.INVOCATIONS,
            Channels.SESSIONS,
            Channels.PATTERNS,
            Channels.TOOLS,
            Channels.LOOPS,
            Channels.DESIRES,
            Channels.USAGE,
            Channels.ALERTS);

    private final Postgres postgres;
    private final ConnectWorker worker;

    private Sink(Postgres postgres, ConnectWorker worker) {
        this.postgres = postgres;
        this.worker = worker;
    }

    /** Why this machine cannot run one. */
    static Optional<String> missing() throws IOException {
        if (!Postgres.isInstalled()) {
            return Optional.of(Postgres.MISSING);
        }
        return ConnectWorker.isBuilt() ? Optional.empty() : Optional.of(ConnectWorker.MISSING);
    }

    /** The database runs when this returns. {@code client}: properties of a Kafka client. */
    static Sink in(Path folder, Map<String, String> client, String prefix) throws IOException {
        ConnectWorker.fetch();
        var postgres = Postgres.start();
        try {
            postgres.createAll();
            var worker = new ConnectWorker(Files.createDirectories(folder), client).with("postgres.json", with(prefix));
            return new Sink(postgres, worker);
        } catch (IOException | RuntimeException why) {
            postgres.close();
            throw why;
        }
    }

    /** After a kill, its partitions flow again soon, and a batch is often interrupted. */
    private static Map<String, String> with(String prefix) {
        return Map.of(
                "topics",
                String.join(
                        ",", TABLES.stream().map(table -> table.topic(prefix)).toList()),
                "key.converter.topic.prefix",
                prefix,
                "value.converter.topic.prefix",
                prefix,
                "consumer.override.session.timeout.ms",
                "6000",
                "consumer.override.max.poll.records",
                "20");
    }

    List<String> command() {
        return worker.command();
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
