package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import footfall.testkit.StoredRow;
import footfall.testkit.Transcripts;
import footfall.topology.CommittedReader;
import footfall.turn.FoldRows;
import footfall.wire.Channel;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code forget} as its user types it, on the broker of an {@code up} that is killed while it forgets, and then
 * sends everything again.
 */
@LongSuite
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class ForgetIT {
    private static final ConditionFactory PATIENTLY = Awaitility.await().atMost(ChildUp.PATIENCE);
    private static final int SESSIONS = 400;
    /** Of the other project, of a year ago. */
    private static final int OLD = 3;

    private static final int TURNS = 2;
    private static final int STEPS = 3;

    /** Enough for one in each partition. */
    private static final List<String> LATER =
            IntStream.range(0, 16).mapToObj(i -> "later" + i).toList();

    private static final List<Channel<String, ?>> COMPACTED = List.of(
            Channels.TURNS,
            Channels.INVOCATIONS,
            Channels.SESSIONS,
            Channels.PATTERNS,
            Channels.TOOLS,
            Channels.LOOPS,
            Channels.DESIRES);

    @TempDir
    Path home;

    @Test
    void whatWasForgottenStaysAwayAfterAKillAndAfterEveryLineWasSentAgain() throws Exception {
        write();
        final int sent;
        try (var up = ChildUp.up(home)) {
            up.says("up on 127.0.0.1:");
            PATIENTLY.until(() -> live(Channels.SESSIONS).size() == SESSIONS + OLD);
            PATIENTLY.until(() -> live(Channels.TURNS).size() == SESSIONS * TURNS + OLD);
            forgetAProject();
            assertThat(forget("--session", "s7", "--yes").replaceAll("\\d{4}-\\d\\d-\\d\\d", "DAY"))
                    .matches("(?s)Sent a request to forget session s7 to footfall.lines, partition [0-3].\n"
                            + "Deleted: 1 session, " + TURNS + " turns, " + TURNS * STEPS + " invocations\\. .*\n"
                            + "Older records expire: on lines until DAY, on alerts until DAY, on rejected until DAY,"
                            + " on undelivered until DAY\\.\n"
                            + "On exported, a running relay --otlp deletes the turns; others expire until DAY\\.\n"
                            + "Transcripts on disk are unchanged, .*\n");
            assertThat(live(Channels.TURNS)).hasSize((SESSIONS - 1) * TURNS).noneMatch(key -> key.startsWith("s7:"));
            sent = partitions("s").size();
            try (var request = ChildUp.start(home, "forget", "--me", "--yes", "--wait", "0")) {
                request.says("footfall.lines, partitions 0, 1, 2, 3.");
                up.signal("-KILL");
            }
        }
        delete(home.resolve(".footfall"), "checkpoint");
        try (var up = ChildUp.up(home)) {
            up.says("up on 127.0.0.1:");
            PATIENTLY.until(() -> partitions("s").size() == sent + SESSIONS * TURNS * (STEPS + 2));
            writeLater();
            // Their lines follow all others in every partition.
            PATIENTLY.until(() -> live(Channels.TURNS).containsAll(turns(LATER)));
            assertThat(partitions("later")).contains(0, 1, 2, 3);
            assertNothingElseIsLive();
            try (var again = ChildUp.start(home, "forget", "--session", "s9", "--yes")) {
                assertThat(again.exit()).as(again.err()).isEqualTo(1);
                assertThat(again.out()).contains("Deleted: 0 sessions, 0 turns, 0 invocations.");
            }
            assertNothingElseIsLive();
            assertThat(up.stop().exit()).isEqualTo(143);
        }
        assertThat(StoredRow.below(home.resolve(".footfall")))
                .filteredOn(row -> (text(row.key()) + text(row.value())).matches("(?s).*\\bs\\d+.*"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.store().equals("turn-log") ? isForgotten(row) : isOfStub(row))
                        .as(row.toString())
                        .isTrue());
    }

    private void forgetAProject() throws IOException {
        assertThat(forget("--project", "till", "--dry-run", "--json").lines())
                .hasSize(OLD)
                .allMatch(line -> line.matches("\\{\"id\":\"[^\"]+\",\"session_id\":\"old[0-2]\"}"));
        assertThat(forget("--project", "till", "--yes"))
                .startsWith("Sent a request to forget project till (3 sessions) to footfall.lines, partition")
                .contains("Deleted: 3 sessions, 3 turns, 0 invocations. ");
        assertThat(live(Channels.SESSIONS)).hasSize(SESSIONS).noneMatch(key -> key.startsWith("old"));
        try (var again = ChildUp.start(home, "forget", "--project", "till", "--yes", "--json")) {
            assertThat(again.exit()).as(again.err()).isEqualTo(1);
            assertThat(again.out()).contains("\"project\":\"till\"", "\"turns\":0,\"invocations\":0,\"sessions\":0");
            assertThat(again.err()).startsWith("footfall: project till (0 sessions): nothing was found; ");
        }
    }

    /** Also the hashes of its lines, which would count again if its file repeated them. */
    private static boolean isOfStub(StoredRow row) {
        return row.code() == FoldRows.TRAIL.code() || row.code() == FoldRows.SEEN.code() || row.code() == 0x7F;
    }

    /** A session that was forgotten, without a value, or its time. */
    private static boolean isForgotten(StoredRow row) {
        return row.code() == 3 ? row.value().length == 0 : row.code() == 4;
    }

    private void assertNothingElseIsLive() throws IOException {
        for (var channel : COMPACTED) {
            var expected =
                    channel == Channels.TURNS ? turns(LATER) : channel == Channels.SESSIONS ? LATER : List.<String>of();
            PATIENTLY.untilAsserted(
                    () -> assertThat(live(channel)).as(channel.name()).containsExactlyInAnyOrderElementsOf(expected));
        }
    }

    private static List<String> turns(List<String> sessions) {
        return sessions.stream().map(session -> session + ":0").toList();
    }

    /** The partition of each line of the sessions whose IDs are the prefix and a number. */
    private List<Integer> partitions(String prefix) throws IOException {
        var partitions = new ArrayList<Integer>();
        new CommittedReader(client(), Channels.PREFIX).each(Channels.LINES, record -> {
            if (String.valueOf(record.key()).matches(prefix + "\\d+")) {
                partitions.add(record.partition());
            }
        });
        return partitions;
    }

    private Path project() throws IOException {
        return Files.createDirectories(home.resolve("agents/-w-shop"));
    }

    /** Sessions of one turn without steps. */
    private void writeLater() throws IOException {
        for (var session : LATER) {
            var lines = Transcripts.session(session)
                    .prompt(0, "go")
                    .endTurn(1, "m0")
                    .duration(2, 5);
            Files.write(project().resolve(session + ".jsonl"), lines.bytes());
        }
    }

    private void write() throws IOException {
        var project = project();
        for (int session = 0; session < SESSIONS; session++) {
            var lines = Transcripts.session("s" + session);
            for (int turn = 0; turn < TURNS; turn++) {
                lines.prompt(turn * 9, "go");
                for (int step = 0; step < STEPS; step++) {
                    lines.assistant(turn * 9 + 1, "m" + turn + step, Transcripts.use("Read", "t" + turn + step));
                }
                lines.duration(turn * 9 + 2, 5);
            }
            Files.write(project.resolve("s" + session + ".jsonl"), lines.bytes());
        }
        var till = Files.createDirectories(home.resolve("agents/-w-till"));
        for (int session = 0; session < OLD; session++) {
            var lines = Transcripts.session("old" + session)
                    .prompt(-365 * 86_400, "go")
                    .with("cwd", "/w/till")
                    .endTurn(1 - 365 * 86_400, "m0")
                    .duration(2 - 365 * 86_400, 5);
            Files.write(till.resolve("old" + session + ".jsonl"), lines.bytes());
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private String forget(String... options) throws IOException {
        var words = Stream.concat(Stream.of("forget"), Stream.of(options)).toArray(String[]::new);
        return ChildUp.printed(home, words);
    }

    /** The keys that were not deleted. */
    private List<String> live(Channel<String, ?> channel) throws IOException {
        var last = new HashMap<String, Object>();
        new CommittedReader(client(), Channels.PREFIX).each(channel, record -> last.put(record.key(), record.value()));
        last.values().removeIf(Objects::isNull);
        return List.copyOf(last.keySet());
    }

    private Map<String, String> client() throws IOException {
        var properties = new Properties();
        try (var in = Files.newInputStream(home.resolve(".footfall/broker/client.properties"))) {
            properties.load(in);
        }
        var client = new HashMap<String, String>();
        properties.stringPropertyNames().forEach(name -> client.put(name, properties.getProperty(name)));
        return client;
    }

    private static void delete(Path folder, String name) throws IOException {
        var files = found(folder, name);
        assertThat(files).isNotEmpty();
        for (var file : files) {
            Files.delete(file);
        }
    }

    private static List<Path> found(Path folder, String name) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(path -> path.endsWith(name)).toList();
        }
    }
}
