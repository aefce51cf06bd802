package footfall.topology;

import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Folders;
import footfall.testkit.Shipment;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.PropertyDefaults;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** The law of {@link OneBillTest} over sessions that do anything that a bill depends on, in any order. */
@PropertyDefaults(tries = 25, edgeCases = EdgeCasesMode.NONE)
class OneBillProperties {
    private static final List<String> MODELS = List.of(
            "claude-sonnet-4-5-20250929",
            "claude-opus-4-7",
            "claude-haiku-5-5",
            "claude-haiku-4-5-20251001",
            "no-price-1",
            "<synthetic>");
    private static final List<String> KINDS =
            List.of("input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens");

    private Path folder;

    /** What happens next, in one of the sessions that there are. */
    private enum Kind {
        PROMPT,
        MESSAGE,
        MESSAGE_AGAIN,
        SUBAGENT,
        COMPACTION,
        HIDDEN_REQUEST,
        EXIT,
        HISTORY_AGAIN,
        FORK,
        HOURS
    }

    /** {@code tokens} are of the four kinds. */
    private record Move(Kind kind, int session, int model, List<Integer> tokens, int terms) {}

    @Provide
    Arbitrary<List<Move>> moves() {
        var tokens = Arbitraries.integers().between(0, 150_000).list().ofSize(KINDS.size());
        var move = Combinators.combine(
                        Arbitraries.of(Kind.class),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, MODELS.size() - 1),
                        tokens,
                        Arbitraries.integers().between(0, 9))
                .as(Move::new);
        return move.list().ofMinSize(4).ofMaxSize(30);
    }

    @BeforeTry
    void makeFolder() throws IOException {
        folder = Files.createTempDirectory("footfall-bill");
    }

    @AfterTry
    void removeFolder() throws IOException {
        Folders.delete(folder);
    }

    /** A session: its lines, those of its subagents, and what the program has counted, by model and kind. */
    private static final class Session {
        private final String id;
        private final List<String> lines = new ArrayList<>();
        private final Map<String, List<String>> subagents = new LinkedHashMap<>();
        private final Map<String, Map<String, Long>> counted = new TreeMap<>();
        private boolean isAsked;

        Session(String id) {
            this.id = id;
        }

        Session fork(String name) {
            var fork = new Session(name);
            lines.stream()
                    .filter(line -> !line.contains("\"cost-state\""))
                    .forEach(line -> fork.lines.add(line.replace("\"" + id + "\"", "\"" + name + "\"")));
            counted.forEach((model, sums) -> fork.counted.put(model, new TreeMap<>(sums)));
            fork.isAsked = isAsked;
            return fork;
        }

        void count(String model, Map<String, Object> usage) {
            for (var kind : KINDS) {
                counted.computeIfAbsent(model, none -> new TreeMap<>())
                        .merge(kind, ((Integer) usage.get(kind)).longValue(), Long::sum);
            }
        }
    }

    /** Writes the files of a program. */
    private final class World {
        private final List<Session> sessions = new ArrayList<>(List.of(new Session("s0")));
        private long second;
        private int number;

        void play(Move move) {
            var session = sessions.get(move.session % sessions.size());
            second += 5;
            number++;
            if (!session.isAsked && move.kind != Kind.HOURS) {
                session.isAsked = true;
                add(session, transcript(session).prompt(second, "go").with("cwd", "/w/shop"));
            }
            switch (move.kind) {
                case PROMPT -> add(session, transcript(session).prompt(second, "on " + number));
                case MESSAGE -> add(session, message(session, transcript(session), move, 1));
                case MESSAGE_AGAIN -> {
                    add(session, message(session, transcript(session), move, 0));
                    add(session, message(session, transcript(session), move, 1));
                }
                case SUBAGENT -> subagent(session, move);
                case COMPACTION -> add(session, transcript(session).compaction(second));
                case HIDDEN_REQUEST -> session.count(MODELS.get(move.model), usage(move, 1));
                case EXIT -> exit(session);
                case HISTORY_AGAIN ->
                    session.lines.addAll(List.copyOf(session.lines.subList(0, session.lines.size() * move.terms / 9)));
                case FORK -> {
                    if (sessions.size() < 4) {
                        var fork = session.fork("s" + sessions.size());
                        sessions.add(fork);
                        if (move.terms % 2 == 0) {
                            add(fork, transcript(fork).prompt(second, "else " + number));
                        }
                    }
                }
                case HOURS -> second += 3_600L * (1 + move.terms);
            }
        }

        private Transcripts transcript(Session session) {
            return Transcripts.session(session.id);
        }

        private void add(Session session, Transcripts lines) {
            lines.lines().forEach(line -> session.lines.add(numbered(line)));
        }

        /** A uuid of its own; a fork has those of its origin. */
        private String numbered(String line) {
            return line.replaceFirst("\"uuid\":\"[^\"]*\"", "\"uuid\":\"u" + number + "-" + second++ + "\"");
        }

        private Transcripts message(Session session, Transcripts lines, Move move, int isLast) {
            var model = MODELS.get(move.model);
            var usage = usage(move, isLast);
            if (isLast == 1) {
                session.count(model, usage);
            }
            return lines.assistant(second, "m" + number, use("Read", "t" + number + "-" + isLast))
                    .inMessage("model", model)
                    .inMessage("usage", usage);
        }

        /** Of the first line of a message, only the input. */
        private Map<String, Object> usage(Move move, int isLast) {
            var usage = new LinkedHashMap<String, Object>();
            for (int i = 0; i < KINDS.size(); i++) {
                usage.put(KINDS.get(i), i == 1 ? move.tokens.get(i) * isLast : move.tokens.get(i));
            }
            if (move.terms % 3 == 1) {
                usage.put("speed", "fast");
            }
            if (move.terms % 4 == 1) {
                usage.put("inference_geo", "us");
            }
            if (move.terms == 5) {
                usage.put("service_tier", "something-new");
            }
            if (move.terms == 7) {
                var part = new LinkedHashMap<String, Object>(Map.of("type", "advisor_message", "model", MODELS.get(1)));
                KINDS.forEach(kind -> part.put(kind, 1_000 + number));
                usage.put("iterations", List.of(part));
            }
            if (move.terms == 8) {
                usage.put("server_tool_use", Map.of("web_search_requests", 3));
            }
            return usage;
        }

        private void subagent(Session session, Move move) {
            var agent = "a" + number;
            add(session, transcript(session).assistant(second, "c" + number, use("Task", "k" + number)));
            var lines = Transcripts.session(session.id).agent(agent).prompt(second, "look");
            message(session, lines, move, 1);
            session.subagents.put(
                    agent, lines.lines().stream().map(this::numbered).toList());
            add(
                    session,
                    transcript(session).result(second, "k" + number).with("toolUseResult", Map.of("agentId", agent)));
        }

        private void exit(Session session) {
            var models = new LinkedHashMap<String, Object>();
            session.counted.forEach((model, sums) -> models.put(
                    model,
                    Map.of(
                            "inputTokens", sums.get(KINDS.get(0)),
                            "outputTokens", sums.get(KINDS.get(1)),
                            "cacheCreationInputTokens", sums.get(KINDS.get(2)),
                            "cacheReadInputTokens", sums.get(KINDS.get(3)),
                            "webSearchRequests", 0,
                            "costUSD", 1.5)));
            add(
                    session,
                    transcript(session)
                            .add(second, "cost-state")
                            .without("uuid")
                            .without("timestamp")
                            .with("totalCostUSD", 1.5)
                            .with("modelUsage", models));
        }

        void write(Path home) throws IOException {
            var project = Files.createDirectories(home.resolve("projects/-w-shop"));
            for (var session : sessions) {
                Files.write(project.resolve(session.id + ".jsonl"), session.lines);
                for (var agent : session.subagents.entrySet()) {
                    var file = project.resolve(session.id).resolve("subagents/agent-" + agent.getKey() + ".jsonl");
                    Files.createDirectories(file.getParent());
                    Files.write(file, agent.getValue());
                }
            }
        }
    }

    @Property
    void everyWayToSumSaysTheSame(@ForAll("moves") List<Move> moves) throws Exception {
        var world = new World();
        moves.forEach(world::play);
        var home = folder.resolve("home");
        world.write(home);
        var ways = new Bills(folder.resolve("state")).ways("any", List.of(home), Shipment.below(home, Shipment.BOX));
        assertThat(ways).hasSize(1);
    }
}
