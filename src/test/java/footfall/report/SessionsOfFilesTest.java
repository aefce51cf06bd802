package footfall.report;

import static footfall.testkit.Transcripts.at;
import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.text;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import footfall.line.LineParser;
import footfall.line.SessionId;
import footfall.session.SessionReport;
import footfall.tail.Excluded;
import footfall.tail.ExcludedProjects;
import footfall.testkit.Transcripts;
import footfall.turn.Prices;
import footfall.turn.Tokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code sessions} says of sessions whose files say the same lines, or of one that has several. */
class SessionsOfFilesTest {
    @TempDir
    Path folder;

    private final LocalFiles files = new LocalFiles(new History(2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE));

    private List<SessionReport> sessions() throws InterruptedException {
        return new FileReports(files, Prices.NONE)
                .all(List.of(folder), LocalFiles.NO_PROGRESS)
                .reports();
    }

    private void write(String place, List<String> lines) throws IOException {
        var path = folder.resolve(place);
        Files.createDirectories(path.getParent());
        Files.writeString(path, String.join("\n", lines) + "\n");
    }

    private static List<String> fork(Transcripts of, String from, String to) {
        return of.lines().stream()
                .map(line -> line.replace("\"sessionId\":\"" + from + "\"", "\"sessionId\":\"" + to + "\""))
                .toList();
    }

    private static Map<String, Object> start(String id, String type) {
        var call = use("Agent", id);
        call.put("input", Map.of("subagent_type", type, "description", "look around"));
        return call;
    }

    @Test
    void aForkThatBeginsBehindACompactionIsACopyOfItsOriginal() throws Exception {
        for (var session : List.of("s1", "s2")) {
            var place = "projects/-w/" + session + ".jsonl";
            write(place, Files.readAllLines(Path.of("src/test/stories/a-fork-after-a-compaction", place)));
        }
        assertThat(sessions())
                .extracting(SessionReport::sessionId, SessionReport::copyOf)
                .containsExactly(tuple("s1", null), tuple("s2", "s1"));
    }

    @Test
    void aForkKnowsTheTypeOfASubagentWhoseCallStandsInWhatItRepeats() throws Exception {
        var original = session("s1")
                .prompt(0, "Look around")
                .assistant(1, "m1", start("c1", "scout"))
                .result(2, "c1")
                .with("toolUseResult", Map.of("agentId", "a1", "status", "async_launched"));
        write("s1.jsonl", original.lines());
        write(
                "s2.jsonl",
                Stream.concat(
                                fork(original, "s1", "s2").stream(),
                                session("s2").prompt(60, "Go on").endTurn(61, "m2").lines().stream())
                        .toList());
        write(
                "s2/subagents/agent-a1.jsonl",
                session("s2")
                        .agent("a1")
                        .prompt(62, "Look")
                        .assistant(63, "m3", use("Read", "c2"))
                        .result(64, "c2")
                        .lines());
        var reports = sessions();
        assertThat(reports).extracting(SessionReport::sessionId).containsExactly("s1", "s2");
        assertThat(reports.get(0).totalTools()).isEqualTo(1);
        assertThat(reports.get(1).totalTools()).isZero();
        assertThat(reports.get(1).copyOf()).isEqualTo("s1");
        assertThat(reports.get(1).subagents()).singleElement().satisfies(agent -> {
            assertThat(agent.subagentType()).isEqualTo("scout");
            assertThat(agent.taskDescription()).isEqualTo("look around");
        });
    }

    @Test
    void sessionsThatShareALineWhichNobodyAskedAreNoCopies() throws Exception {
        var reminder = session("s1")
                .prompt(0, List.of(text("Remember the rules")))
                .with("isMeta", true)
                .with("uuid", "shared");
        write(
                "s1.jsonl",
                Stream.concat(
                                reminder.lines().stream(),
                                session("s1")
                                        .prompt(1, "Fix it")
                                        .with("uuid", "one")
                                        .assistant(2, "m1", use("Read", "c1"))
                                        .with("uuid", "two")
                                        .lines()
                                        .stream())
                        .toList());
        write(
                "s2.jsonl",
                Stream.concat(
                                fork(reminder, "s1", "s2").stream(),
                                session("s2")
                                        .prompt(9, "Test it")
                                        .assistant(10, "m2", use("Bash", "c2"))
                                        .lines()
                                        .stream())
                        .toList());
        assertThat(sessions())
                .extracting(SessionReport::sessionId, SessionReport::copyOf)
                .containsExactly(tuple("s1", null), tuple("s2", null));
    }

    @Test
    void aSessionInTwoFilesIsOneAndEachOfTwoInOneFileIsItsOwn() throws Exception {
        var begun = session("s1")
                .prompt(0, "Fix it")
                .with("cwd", "/w/shop")
                .assistant(1, "m1", use("Read", "c1"))
                .usage(5, 7)
                .result(2, "c1")
                .duration(90, 1_000);
        var goneOn = session("s1")
                .prompt(60, "Go on")
                .assistant(61, "m2", use("Bash", "c2"))
                .usage(6, 8)
                .failed(62, "c2", "no")
                .duration(63, 2_000)
                .lines();
        var other = session("s2")
                .prompt(70, "Test it")
                .assistant(71, "m3", use("Grep", "c3"))
                .result(72, "c3");
        write("here/s1.jsonl", begun.lines());
        write(
                "there/s1.jsonl",
                Stream.concat(goneOn.stream().map(line -> line.replace("s1-u", "s1-v")), other.lines().stream())
                        .toList());
        var reports = sessions();
        assertThat(reports).extracting(SessionReport::sessionId).containsExactly("s1", "s2");
        var one = reports.get(0);
        assertThat(one.turnCount()).isEqualTo(2);
        assertThat(one.toolCounts()).isEqualTo(Map.of("Read", 1L, "Bash", 1L));
        assertThat(List.of(one.toolErrors(), one.toolSuccesses(), one.activeDurationMs()))
                .containsExactly(1L, 1L, 3_000L);
        assertThat(one.tokens()).isEqualTo(new Tokens(11, 15, 0, 0, 0));
        assertThat(List.of(one.startTime(), one.endTime())).containsExactly(at(0), at(90));
        assertThat(reports.get(1).toolCounts()).isEqualTo(Map.of("Grep", 1L));
    }

    @Test
    void aSessionThatIsNamedIsReadFromAllItsFiles() throws Exception {
        write(
                "projects/-w-here/s1.jsonl",
                session("s1")
                        .prompt(0, "Fix it")
                        .assistant(1, "m1", start("c1", "scout"))
                        .result(2, "c1")
                        .with("toolUseResult", Map.of("agentId", "a1"))
                        .lines());
        write(
                "projects/-w-here/s1/subagents/agent-a1.jsonl",
                session("s1")
                        .agent("a1")
                        .prompt(3, "Look")
                        .assistant(4, "m2", use("Read", "c2"))
                        .lines());
        write(
                "projects/-w-there/s1.jsonl",
                session("s1")
                        .prompt(60, "Go on")
                        .with("uuid", "s1-u4")
                        .assistant(61, "m3", use("Bash", "c3"))
                        .with("uuid", "s1-u5")
                        .lines());
        var found = new SessionFiles(List.of(folder), 2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)
                .find("s1", LocalFiles.NO_PROGRESS);
        assertThat(found.files()).hasSize(3);
        var emitted =
                new FileReports(files, Prices.NONE).one(found, SessionReport.ReportLimits.FULL, LocalFiles.NO_PROGRESS);
        assertThat(emitted.report().userTurns())
                .extracting(SessionReport.UserTurn::text)
                .containsExactly("Fix it", "Go on");
        assertThat(emitted.report().toolCounts()).isEqualTo(Map.of("Agent", 1L, "Bash", 1L));
        assertThat(emitted.report().subagents())
                .extracting(SessionReport.Subagent::subagentType)
                .containsExactly("scout");
        assertThat(emitted.reading().files()).isEqualTo(3);
        assertThat(sessions())
                .extracting(SessionReport::toolCounts)
                .containsExactly(emitted.report().toolCounts());
    }

    @Test
    void theProgressCoversEveryFileThatIsRead() throws Exception {
        write(
                "projects/-w/s1.jsonl",
                session("s1")
                        .prompt(0, "Fix it")
                        .assistant(1, "m1", use("Read", "c1"))
                        .lines());
        write(
                "projects/-w/s1/subagents/agent-a1.jsonl",
                session("s1")
                        .agent("a1")
                        .prompt(3, "Look")
                        .assistant(4, "m2", use("Read", "c2"))
                        .lines());
        write(
                "projects/-w/agent-old.jsonl",
                session("s1")
                        .agent("old")
                        .prompt(3, "Look")
                        .assistant(4, "m3", use("Read", "c3"))
                        .lines());
        var main = folder.resolve("projects/-w/s1.jsonl");
        var byId = new SessionFiles(List.of(folder), 2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE)
                .find("s1", LocalFiles.NO_PROGRESS);
        long bytes = 0;
        for (var file : byId.files()) {
            bytes += Files.size(file);
        }
        for (var selection : List.of(Selection.file(main), byId)) {
            var emitted = new Counted();
            new FileReports(files, Prices.NONE).one(selection, SessionReport.ReportLimits.FULL, emitted);
            assertThat(List.of(emitted.total, emitted.read)).containsExactly(bytes, bytes);
        }
        var searched = new Counted();
        new SessionFiles(List.of(folder), 2, LineParser.LINE_BYTES_MAX, ExcludedProjects.NONE).find("s", searched);
        assertThat(List.of(searched.total, searched.read)).containsExactly(bytes, bytes);
    }

    private static final class Counted implements Reading.Progress {
        private long total;
        private long read;

        @Override
        public void total(long bytes) {
            total = bytes;
        }

        @Override
        public void read(long bytes) {
            read += bytes;
        }
    }

    @Test
    void anUnreadableFileOfASessionIsReportedBesideTheOthersResults() throws Exception {
        write(
                "s1.jsonl",
                session("s1")
                        .prompt(0, "Fix it")
                        .assistant(1, "m1", use("Read", "c1"))
                        .lines());
        var gone = Path.of("/dev/null");
        var selection = new Selection(
                new SessionId("s1"),
                List.of(folder.resolve("s1.jsonl"), gone),
                List.of(folder.resolve("s1.jsonl")),
                List.of(),
                Excluded.NONE);
        var emitted = new FileReports(files, Prices.NONE)
                .one(selection, SessionReport.ReportLimits.FULL, LocalFiles.NO_PROGRESS);
        assertThat(emitted.report().totalTools()).isEqualTo(1);
        assertThat(emitted.reading().unreadable())
                .extracting(Reading.Unreadable::path)
                .containsExactly(gone);
    }
}
