package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import footfall.run.Build;
import footfall.ship.CheckpointFile;
import footfall.tail.LocalDisk;
import footfall.testkit.Folders;
import footfall.testkit.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each release wrote, read by this build: a home with transcripts of all agents, the data folder of the release's
 * {@code up} with its broker, stores and checkpoint, and what that {@code up} answered. Fields may be added.
 */
@Timeout(600)
class UpgradeIT {
    private static final String ARCHIVE = ".tar.gz";
    private static final Path RELEASES = Path.of("src", "test", "upgrades");

    private static final List<String> STORIES = List.of(
            "a-nested-subagent",
            "a-fork-goes-on",
            "loops-and-returns",
            "the-total-of-the-program",
            "requests-beside-a-message",
            "waiting-for-a-person",
            "who-let-a-call-run",
            "what-came-of-it",
            "codex-questions",
            "codex-service-tiers",
            "copilot-subagents",
            "copilot-usage-records",
            "gemini-outcomes",
            "qbit-array");

    private static final List<String> QUESTIONS = List.of(
            "turns?min_length=0&limit=500",
            "turns/open",
            "patterns",
            "tools",
            "alerts?limit=500",
            "sessions?limit=500",
            "usage?by=day,project&breakdown=true");

    private static final Pattern POSITION = Pattern.compile("file=.*?, offset=\\d+");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    static Stream<String> releases() throws IOException {
        try (var files = Files.list(RELEASES)) {
            return files
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ARCHIVE))
                    .map(name -> name.replace(ARCHIVE, ""))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void whatAReleaseWroteIsKeptAndWhatIsNewGoesOnFromIt(String release) throws Exception {
        var home = unpacked(release);
        assertThat(checkpoint(home)).isEqualTo(Files.readString(home.resolve("checkpoint.txt")));
        try (var up = Asked.start(home)) {
            up.answers(home);
            // Under another path than theirs, which is in the checkpoint, files are sent again; marks drop them.
            Transcripts.of(home.resolve("agents"), "new", "2026-12-01")
                    .turn("Read")
                    .write();
            up.has("new:0");
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void storesAreMadeAgainFromTheTopicsOfARelease(String release) throws Exception {
        var home = unpacked(release);
        Folders.delete(home.resolve(".footfall/streams"));
        try (var up = Asked.start(home)) {
            up.answers(home);
        }
    }

    /** Once for each release, with {@code -Dfootfall.release}: keeps what this build writes. */
    @Test
    @EnabledIfSystemProperty(named = "footfall.release", matches = ".*")
    void thisBuildsFolderIsKept() throws Exception {
        var home = folder.toRealPath().resolve("home");
        for (var story : STORIES) {
            copy(
                    Path.of("src", "test", "stories", story),
                    home.resolve("agents").resolve(story));
        }
        long turns = JSON.readTree(ChildUp.printed(
                        home,
                        "turns",
                        "--json",
                        "--min-length",
                        "0",
                        "--from",
                        home.resolve("agents").toString()))
                .size();
        try (var up = Asked.start(home)) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> up.get(QUESTIONS.get(0)).path("items").size() == turns
                            && up.get("turns/open").path("items").isEmpty());
            var answers = JSON.createObjectNode();
            for (var question : QUESTIONS) {
                answers.set(question, up.get(question));
            }
            Files.writeString(home.resolve("answers.json"), answers.toPrettyString());
            up.stop();
        }
        Files.writeString(home.resolve("checkpoint.txt"), checkpoint(home));
        Files.createDirectories(RELEASES);
        tar(
                "--sparse",
                "--exclude",
                "native",
                "--exclude",
                "said*",
                "--exclude",
                "temporary",
                "-czf",
                RELEASES.resolve(Build.version() + ARCHIVE).toAbsolutePath().toString(),
                "-C",
                home.toString(),
                ".");
    }

    /** Each story has sessions of its own: those of Claude Code are called alike in many. */
    private static void copy(Path story, Path to) throws IOException {
        try (var files = Files.walk(story)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var name = story.relativize(file).toString();
                if (name.equals("turns.jsonl") || name.equals("story.md")) {
                    continue;
                }
                var own = story.getFileName() + "-s";
                var copy = to.resolve(name.replaceAll("(^|/)s(?=\\d)", "$1" + own));
                Files.createDirectories(copy.getParent());
                Files.writeString(
                        copy, Files.readString(file).replaceAll("(\"session_?[iI]d\": ?\")s(?=\\d)", "$1" + own));
            }
        }
    }

    /** Where it is in each file: a line each. */
    private static String checkpoint(Path home) throws IOException {
        var file = new CheckpointFile(new LocalDisk(), home.resolve(".footfall/up-ship/checkpoint"));
        return POSITION.matcher(file.any().entries().values().toString())
                .results()
                .map(MatchResult::group)
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    private Path unpacked(String release) throws Exception {
        var home = Files.createDirectories(folder.toRealPath().resolve("home"));
        tar("-xzf", RELEASES.resolve(release + ARCHIVE).toAbsolutePath().toString(), "-C", home.toString());
        return home;
    }

    private static void tar(String... arguments) throws Exception {
        var command = Stream.concat(Stream.of("tar"), Stream.of(arguments)).toList();
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    /** An {@code up} that is asked. */
    private record Asked(ChildUp up, String url) implements AutoCloseable {
        static Asked start(Path home) throws IOException {
            int port = Ports.free();
            var up = ChildUp.start(
                    home,
                    "up",
                    "--no-view",
                    "--home",
                    home.resolve("agents").toString(),
                    "--set",
                    "broker_port=" + Ports.free(),
                    "--set",
                    "serve_port=" + port);
            up.says("footfall: up on ");
            return new Asked(up, "http://127.0.0.1:" + port + "/api/v1/");
        }

        JsonNode get(String question) throws IOException, InterruptedException {
            var request = HttpRequest.newBuilder(URI.create(url + question)).build();
            var answer = JSON.readTree(
                    HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body());
            if (answer instanceof ObjectNode object) {
                object.remove("coverage");
            }
            return answer;
        }

        /** Waits until it answers what the release answered. */
        void answers(Path home) throws IOException {
            var theirs = JSON.readTree(Files.readString(home.resolve("answers.json")));
            Awaitility.await().atMost(ChildUp.PATIENCE).untilAsserted(() -> {
                var lost = new ArrayList<String>();
                for (var question : QUESTIONS) {
                    compare(question, theirs.path(question), get(question), lost);
                }
                assertThat(lost).isEmpty();
            });
        }

        /** Adds what is said no more, or otherwise. */
        private static void compare(String where, JsonNode old, JsonNode now, List<String> lost) {
            if (old.isObject()) {
                old.properties()
                        .forEach(field -> compare(
                                where + " " + field.getKey(), field.getValue(), now.path(field.getKey()), lost));
            } else if (old.isArray() && now.size() == old.size()) {
                for (int i = 0; i < old.size(); i++) {
                    compare(where + " " + i, old.get(i), now.path(i), lost);
                }
            } else if (!old.equals(now)) {
                lost.add(where + ": " + old + " is now " + now);
            }
        }

        void has(String turn) {
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() ->
                            get("turns/" + turn).findValuesAsText("turn_id").contains(turn));
        }

        void stop() {
            assertThat(up.stop().exit()).isEqualTo(143);
        }

        @Override
        public void close() {
            up.close();
        }
    }
}
