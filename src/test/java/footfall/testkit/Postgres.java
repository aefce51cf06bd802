package footfall.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import footfall.wire.Channel;
import footfall.wire.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/** Debian's PostgreSQL in a folder and on a port of its own, with the database and roles of connectors/sql. */
public final class Postgres implements AutoCloseable {
    private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
    /** Why a test is skipped. */
    public static final String MISSING = "PostgreSQL's server is not installed (Debian: postgresql)";

    private static final String PASSWORD = "only-for-this-test";

    /** PostgreSQL refuses to run as root. */
    private static final List<String> NOBODY = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    private final Path folder;
    private final int port = Ports.free();
    private final List<String> command;
    private Process server;

    private Postgres(Path programs) throws IOException {
        folder = Files.createTempDirectory("footfall-postgres");
        Files.writeString(folder.resolve("password"), PASSWORD);
        var as = "root".equals(System.getProperty("user.name")) ? NOBODY : List.<String>of();
        if (!as.isEmpty()) {
            run(Map.of(), "chown", "-R", "65534:65534", folder.toString());
        }
        run(
                Map.of(),
                words(
                        as,
                        programs + "/initdb",
                        "--pgdata=" + data(),
                        "--username=postgres",
                        "--pwfile=" + folder.resolve("password"),
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale=C.UTF-8",
                        "--no-sync"));
        command = words(
                as,
                programs + "/postgres",
                "-D",
                data(),
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
                "-c",
                "fsync=off");
    }

    /** Starts the server, also again. */
    public Postgres up() throws IOException {
        server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Awaitility.await().atMost(Duration.ofMinutes(4)).until(() -> exit("select 1") == 0);
        return this;
    }

    /** Stops the server and closes its connections. */
    public void down() throws IOException {
        if (server.isAlive()) {
            // SIGINT: Postgres' fast shutdown; on SIGTERM it waits for its clients.
            run(Map.of(), "kill", "-INT", Long.toString(server.pid()));
        }
        server.onExit().join();
    }

    /** Skips the test by name where PostgreSQL is not installed. */
    public static Postgres start() throws IOException {
        assumeTrue(isInstalled(), MISSING);
        var postgres = new Postgres(programs().orElseThrow());
        try {
            return postgres.up();
        } catch (IOException | RuntimeException | Error failed) {
            postgres.close();
            throw failed;
        }
    }

    public static boolean isInstalled() throws IOException {
        return programs().isPresent();
    }

    /** The folder of the newest version. */
    private static Optional<Path> programs() throws IOException {
        if (!Files.isDirectory(INSTALLED)) {
            return Optional.empty();
        }
        try (var versions = Files.list(INSTALLED)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
                    .max(Comparator.naturalOrder());
        }
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private static List<String> words(List<String> first, String... rest) {
        var words = new ArrayList<>(first);
        words.addAll(Arrays.asList(rest));
        return words;
    }

    /** What the worker needs to know. */
    public Map<String, String> environment() {
        return Map.of(
                "FOOTFALL_POSTGRES_URL",
                "jdbc:postgresql://127.0.0.1:" + port + "/footfall",
                "FOOTFALL_POSTGRES_USER",
                "footfall",
                "FOOTFALL_POSTGRES_PASSWORD",
                PASSWORD);
    }

    /** The database with its roles, tables and views. */
    public void createAll() throws IOException {
        file("postgres", "postgres", "database.sql");
        file("footfall", "footfall", "tables.sql");
        file("footfall", "footfall", "views.sql");
        file("footfall", "postgres", "reader.sql");
    }

    /** Runs a file of connectors/sql as a user of a database. */
    private void file(String database, String user, String name) throws IOException {
        psql(
                database,
                user,
                "--command=\\set password `cat " + folder.resolve("password") + "`",
                "--file=connectors/sql/" + name);
    }

    /** The rows of a query as the role that the sink has. */
    public List<String> rows(String query) throws IOException {
        return rows("footfall", query);
    }

    /** The rows of a channel's table as the records that they were. */
    public <V> List<V> records(Channel<?, V> channel, Class<V> type) throws IOException {
        return rows("select row_to_json(t) from " + channel.name() + " t").stream()
                .map(row -> row.replaceAll("\\+00:00\"", "Z\"").getBytes(StandardCharsets.UTF_8))
                .map(row -> Json.read(type, row))
                .toList();
    }

    public List<String> rows(String user, String query) throws IOException {
        return psql("footfall", user, "--command=" + query).lines().toList();
    }

    private String psql(String database, String user, String... what) throws IOException {
        return run(Map.of("PGPASSWORD", PASSWORD, "PGTZ", "UTC"), command(database, user, what));
    }

    private List<String> command(String database, String user, String... what) {
        return words(
                List.of(
                        "psql",
                        "--no-psqlrc",
                        "--quiet",
                        "--tuples-only",
                        "--no-align",
                        "--set=ON_ERROR_STOP=1",
                        "--host=127.0.0.1",
                        "--port=" + port,
                        "--dbname=" + database,
                        "--username=" + user),
                what);
    }

    private int exit(String query) throws IOException, InterruptedException {
        var start = new ProcessBuilder(command("postgres", "postgres", "--command=" + query));
        start.environment().put("PGPASSWORD", PASSWORD);
        return start.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static String run(Map<String, String> environment, String... words) throws IOException {
        return run(environment, Arrays.asList(words));
    }

    private static String run(Map<String, String> environment, List<String> words) throws IOException {
        var start = new ProcessBuilder(words).redirectErrorStream(true);
        start.environment().putAll(environment);
        var process = start.start();
        var said = new String(process.getInputStream().readAllBytes());
        try {
            assertThat(process.waitFor()).as("%s\n%s", words, said).isZero();
        } catch (InterruptedException ended) {
            throw new IOException(ended);
        }
        return said;
    }

    @Override
    public void close() throws IOException {
        if (server != null) {
            down();
        }
        Folders.delete(folder);
    }
}
