package footfall.dashboard;

import footfall.config.Config;
import footfall.config.Environment;
import footfall.run.RemedyLog;
import footfall.run.Up;
import footfall.testkit.Ports;
import footfall.turn.TurnRules;
import footfall.view.Readiness;
import footfall.view.Shipped;
import footfall.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * {@code up} in this process, over transcripts in a folder and over a home of its own that a test writes to. It can be
 * stopped and started again at the same address.
 */
final class ServedHome implements AutoCloseable {
    private static final Path STORIES = Path.of("src", "test", "stories");
    private static final Duration PATIENCE = Duration.ofSeconds(400);
    /** Within which the turns of the last lines are emitted. */
    private static final Duration LAST_TURNS =
            TurnRules.Timers.DEFAULTS.endTurnGrace().plusSeconds(1);
    /** Of last lines without their end. */
    private static final long UNFINISHED_BYTES_MAX = 1_000;

    private final Path folder;
    private final List<Path> transcripts;
    private final List<String> settings;
    private final String url;
    private Up up;
    private Shipped shipped = Shipped.NONE;

    private ServedHome(Path folder, List<Path> transcripts, List<String> more) {
        this.folder = folder;
        this.transcripts = transcripts;
        int port = Ports.free();
        this.url = "http://127.0.0.1:" + port;
        this.settings = new ArrayList<>(List.of(
                "data_dir=" + folder.resolve("data"),
                "tally_retention=3650d",
                "serve_address=127.0.0.1",
                "serve_port=" + port));
        settings.addAll(more);
    }

    /** Over the stories of the tests. */
    static ServedHome ofStories(Path folder) throws Exception {
        return started(new ServedHome(folder, List.of(STORIES), List.of()));
    }

    /** Over no transcript until a test appends one. {@code settings}: more of them, as {@code key=value}. */
    static ServedHome ofNothing(Path folder, String... settings) throws Exception {
        return started(new ServedHome(folder, List.of(), List.of(settings)));
    }

    /** Over the recorded transcripts where they are, else over the stories. */
    static ServedHome ofRecorded(Path folder) throws Exception {
        return started(new ServedHome(folder, recorded(), List.of()));
    }

    /** The homes of the recorded transcripts, or of the stories where there are none. */
    static List<Path> recorded() {
        var recorded = Stream.of("corpus", "corpus-codex", "corpus-copilot")
                .map(name -> Path.of("..", "shared", name))
                .filter(Files::isDirectory)
                .toList();
        return recorded.isEmpty() ? List.of(STORIES) : recorded;
    }

    private static ServedHome started(ServedHome home) throws Exception {
        Files.createDirectories(home.folder.resolve("home/projects"));
        Files.createDirectories(home.database().getParent());
        home.start();
        return home;
    }

    void start() throws Exception {
        var config = Config.read(new Environment(Map.of("HOME", folder.toString())), new Config.Flags(null, settings));
        var places = new ArrayList<>(transcripts);
        places.add(folder.resolve("home"));
        places.add(database().getParent());
        up = Up.start(config, new Up.Options(places, false), stage -> {});
    }

    /**
     * Waits until all transcripts that are there have been read and processed, and the turns that end with them are
     * emitted. A last line without its end, of which the stories have some, is not read.
     */
    ServedHome caughtUp() {
        Awaitility.await().during(LAST_TURNS).atMost(PATIENCE).until(() -> {
            var now = up.shipped();
            boolean isStill = now.equals(shipped);
            shipped = now;
            return isStill
                    && now.isSearched()
                    && now.lines() > 0
                    && now.bytesBehind() < UNFINISHED_BYTES_MAX
                    && up.views().readiness().equals(Readiness.CURRENT);
        });
        return this;
    }

    void stop() {
        up.close();
    }

    String url() {
        return url;
    }

    /** The address of a view. */
    String url(String view) {
        return url + "/#/" + view;
    }

    /** The link that the owner of the transcripts gets. */
    String ownerLink() {
        return up.ownerLink().orElseThrow();
    }

    /** Appends lines to the transcript of a session in the home of its own. */
    void append(String session, byte[] lines) throws IOException {
        var project = Files.createDirectories(folder.resolve("home/projects/-w-shop"));
        Files.write(project.resolve(session + ".jsonl"), lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** As {@code --write} does, once the block is in a file. */
    void remedied(String desire, Instant at) throws IOException {
        new RemedyLog(folder.resolve("data/remedies.jsonl")).add(at, desire, Path.of("CLAUDE.md"));
    }

    /** A database of OpenCode, in a home of its own, which is read once it is there. */
    Path database() {
        return folder.resolve("opencode/opencode.db");
    }

    /** The text at a place of an answer of the API, once it is there. */
    String answered(String path, String pointer) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> Json.MAPPER.readTree(get(path)).at(pointer).asText(), text -> !text.isEmpty());
    }

    private String get(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url + path)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Override
    public void close() {
        up.close();
    }
}
