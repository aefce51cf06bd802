package footfall.redact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import footfall.line.Bytes;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.reader.codex.CodexEvent;
import footfall.reader.copilot.CopilotEvent;
import footfall.reader.gemini.GeminiEvent;
import footfall.tail.ExcludedProjects;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.tail.WholeLines;
import footfall.testkit.Canaries;
import footfall.testkit.Defaults;
import footfall.testkit.Story;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Of the sessions of each agent no content leaves, and what leaves means the same. Failures of corpora name places. */
class NoContentLeavesTest {
    private static final Path SHARED = Path.of("..", "shared");
    private static final Path RESOURCES = Path.of("src", "test", "resources");

    static final String CODEX_THREAD = "019e2f00-0000-7000-8000-000000000001";

    /** One of each form. */
    static final List<String> CODEX_ROLLOUTS = List.of("bare", "legacy", "paginated", "subagent");

    /** Those with the lines and fields of Claude Code 2.1.332. */
    private static final List<String> CLAUDE_STORIES = List.of(
            "a-copied-turn-goes-on",
            "a-fork-before-its-original",
            "a-message-to-a-finished-subagent",
            "a-session-after-clear",
            "api-errors-end-a-turn",
            "prompts-while-the-agent-works",
            "requests-beside-a-message",
            "the-total-of-the-program",
            "two-processes-in-one-session",
            "who-let-a-call-run",
            "work-goes-on-in-the-background");

    /** One file. */
    private record Session(Path path, Source source, FileId id, List<String> lines) {
        RedactedFile file(RedactRules rules) {
            return new RedactedFile(source, id, rules);
        }

        RedactedFile file() {
            return file(Defaults.REDACT);
        }
    }

    private enum Agent {
        CLAUDE(
                Canaries.CLAUDE,
                "type subtype uuid parentUuid sessionId session_id requestSessionId timestamp version promptId agentId"
                        + " cwd kind id model stop_reason name tool_use_id subagent_type"),
        CODEX(
                Canaries.CODEX,
                "id call_id turn_id thread_id session_id parent_thread_id forked_from_id cli_version model name"
                        + " namespace server tool cwd"),
        COPILOT(
                Canaries.COPILOT,
                "id parentId agentId sessionId copilotVersion selectedModel newModel chosenModel interactionId"
                        + " messageId apiCallId model modelMetrics parentToolCallId toolCallId name agent_type"
                        + " agentName cwd"),
        GEMINI(Canaries.GEMINI, "id sessionId model name agentId agent_name cwd"),
        OPENCODE(Canaries.OPENCODE, "id messageID parentID version modelID tool sessionId subagent_type directory");

        private final Canaries canaries;

        /** The fields with IDs, names, models and versions, which leave as they are. */
        private final Set<String> leaving;

        private final List<Session> sessions;

        Agent(Canaries canaries, String leaving) {
            this.canaries = canaries;
            this.leaving = Set.of(leaving.split(" "));
            this.sessions = sessions(this);
        }
    }

    private static List<Session> sessions(Agent agent) {
        try {
            return switch (agent.name()) {
                case "CLAUDE" -> {
                    var sessions = new ArrayList<Session>();
                    for (var story : CLAUDE_STORIES) {
                        for (var path : Story.of(Story.ALL.resolve(story)).paths()) {
                            sessions.add(session(agent, "s", path));
                        }
                    }
                    yield sessions;
                }
                case "CODEX" -> {
                    var sessions = new ArrayList<Session>();
                    for (var name : CODEX_ROLLOUTS) {
                        var path = RESOURCES.resolve("codex").resolve(name + ".jsonl");
                        sessions.add(session(agent, CODEX_THREAD, path));
                    }
                    yield sessions;
                }
                case "COPILOT" ->
                    List.of(session(
                            agent, "6a1c0000-0000-4000-8000-000000000001", RESOURCES.resolve("copilot/reef.jsonl")));
                case "OPENCODE" -> List.of(session(agent, "ses_pier", RESOURCES.resolve("opencode/pier.jsonl")));
                default -> below(Story.ALL, agent);
            };
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static Session session(Agent agent, String name, Path path) throws IOException {
        var dialect = Dialects.of(agent.name().toLowerCase(Locale.ROOT));
        var source = Source.file(new SessionId(name), null).in(dialect);
        var id = new FileId(dialect.word() + "/" + name, "00", 0);
        return new Session(path, source, id, Files.readAllLines(path));
    }

    private static List<Session> below(Path root, Agent agent) throws IOException {
        var sessions = new ArrayList<Session>();
        for (var path : Transcripts.below(root, ExcludedProjects.NONE).files()) {
            var file = Transcript.open(path);
            if (file.source().dialect().word().equalsIgnoreCase(agent.name())) {
                sessions.add(new Session(path, file.source(), file.id(), lines(file)));
            }
        }
        return sessions;
    }

    private static List<String> lines(Transcript file) throws IOException {
        var lines = new ArrayList<String>();
        try (var whole = WholeLines.of(file, 1 << 16, LineParser.LINE_BYTES_MAX)) {
            for (var chunk = whole.next(); chunk != null; chunk = whole.next()) {
                chunk.eachLine((bytes, offset) -> lines.add(bytes.toString()));
            }
        }
        return lines;
    }

    @ParameterizedTest
    @EnumSource(Agent.class)
    void aCanaryInEveryTextDoesNotLeave(Agent agent) {
        assertThat(agent.sessions).isNotEmpty().allSatisfy(session -> {
            var file = session.file();
            session.lines.forEach(line -> file.line(agent.canaries.in(line)));
            file.end();
            assertThat(file.sent()).noneMatch(Canaries::isIn);
        });
        assertThat(agent.sessions).anySatisfy(session -> {
            var file = session.file();
            session.lines.forEach(file::line);
            assertThat(file.sent()).hasSizeGreaterThan(5);
        });
    }

    /** Whatever a field holds. */
    @ParameterizedTest
    @EnumSource(Agent.class)
    void aCanaryInPlaceOfAnyValueDoesNotLeave(Agent agent) {
        for (var session : agent.sessions) {
            for (int i = 0; i < session.lines.size(); i++) {
                for (var planted : Canaries.each(session.lines.get(i), agent.leaving)) {
                    var file = session.file();
                    file.before(session.lines.subList(0, i));
                    file.line(planted);
                    assertThat(file.sent()).as(planted).noneMatch(Canaries::isIn);
                }
            }
        }
    }

    @Property(tries = 150)
    void linesInAnyOrderLeaveNoContentAndMeanTheSame(@ForAll Agent agent, @ForAll long seed) {
        var random = new Random(seed);
        var session = agent.sessions.get(random.nextInt(agent.sessions.size()));
        for (var errors : RedactRules.ErrorDetail.values()) {
            var file = session.file(Defaults.REDACT.with(errors));
            if (session.source.dialect().isHeadNeeded()) {
                file.line(agent.canaries.in(session.lines.get(0)));
            }
            for (int i = 0; i < 40; i++) {
                file.line(agent.canaries.in(session.lines.get(random.nextInt(session.lines.size()))));
            }
            file.end();
            assertThat(file.sent()).noneMatch(line -> errors != RedactRules.ErrorDetail.MESSAGE && Canaries.isIn(line));
        }
    }

    /**
     * Of real files. Each shape of a line is planted, too: after all lines before it, or after the first alone where
     * files are long.
     */
    @ParameterizedTest
    @CsvSource({
        "CODEX, corpus-codex/sessions, true",
        "COPILOT, corpus-copilot/session-state, true",
        "GEMINI, corpus-gemini, true",
        "OPENCODE, corpus-opencode/opencode.db, false"
    })
    void noContentOfACorpusLeaves(Agent agent, String corpus, boolean areLong) throws IOException {
        assumeThat(SHARED.resolve(corpus)).exists();
        var leaks = new TreeSet<String>();
        var shapes = new HashSet<String>();
        for (var session : below(SHARED.resolve(corpus), agent)) {
            var whole = session.file();
            for (int i = 0; i < session.lines.size(); i++) {
                var line = session.lines.get(i);
                int before = whole.sent().size();
                whole.line(agent.canaries.in(line));
                boolean leaves = whole.sent().subList(before, whole.sent().size()).stream()
                        .anyMatch(Canaries::isIn);
                if (leaves || shapes.add(Canaries.shape(line)) && leaksPlanted(agent, session, i, areLong)) {
                    leaks.add(session.path + ":" + (i + 1));
                }
            }
            whole.end();
        }
        assertThat(shapes).isNotEmpty();
        assertThat(leaks).isEmpty();
    }

    private static boolean leaksPlanted(Agent agent, Session session, int at, boolean isLong) {
        for (var planted : Canaries.each(session.lines.get(at), agent.leaving)) {
            var file = session.file();
            file.before(session.lines.subList(0, isLong ? Math.min(1, at) : at));
            file.line(planted);
            if (file.sent().stream().anyMatch(Canaries::isIn)) {
                return true;
            }
        }
        return false;
    }

    /** What the lines of the sessions above are. */
    private static Set<String> kinds(Agent agent, Function<Object, Object> fact) {
        var kinds = new TreeSet<String>();
        for (var session : agent.sessions) {
            var reader = new FileLines(new LineParser(), session.source);
            for (var line : session.lines) {
                for (var part : reader.parse(Bytes.of(line.getBytes(StandardCharsets.UTF_8)), 0)) {
                    if (((Parsed.Accepted) part).line() instanceof Line.Unresolved unresolved) {
                        var kind = fact.apply(unresolved.event());
                        kinds.add(
                                kind instanceof Enum<?> note
                                        ? note.name()
                                        : kind.getClass().getSimpleName());
                    }
                }
            }
        }
        return kinds;
    }

    @Test
    void theSessionsHaveEveryKindOfLine() throws IOException {
        assertThat(kinds(Agent.CODEX, event -> ((CodexEvent) event).fact()))
                .containsExactly(
                        "AgentStart",
                        "Call",
                        "Communication",
                        "Compaction",
                        "Context",
                        "Count",
                        "Head",
                        "Prompt",
                        "Result",
                        "TaskEnd",
                        "TaskStart",
                        "Work");
        assertThat(kinds(Agent.COPILOT, event -> ((CopilotEvent) event).fact()))
                .containsExactlyInAnyOrderElementsOf(Stream.of(CopilotEvent.Fact.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
        assertThat(kinds(Agent.GEMINI, event -> ((GeminiEvent) event).fact()))
                .containsExactlyInAnyOrder(
                        "Prompt",
                        "Said",
                        "Responses",
                        "Context",
                        "Blocked",
                        "COPIED",
                        "CANCELLED",
                        "FAILED",
                        "RESTORED");
        var names = new TreeSet<String>();
        Agent.CLAUDE.sessions.forEach(session -> session.lines.forEach(
                line -> names.addAll(List.of(Canaries.shape(line).split("[^\\w-]+")))));
        assertThat(names)
                .contains(
                        "attachment",
                        "commandMode",
                        "cost-state",
                        "isApiErrorMessage",
                        "modelUsage",
                        "permissionDecision",
                        "queued_command",
                        "requestSessionId",
                        "session_id",
                        "sessionKind",
                        "toolDenialAfterRun",
                        "toolDenialBeforeRun",
                        "toolDenialKind",
                        "totalCostUSD",
                        "turnOrigin");
    }
}
