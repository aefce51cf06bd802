package footfall.cli;

import footfall.config.NearestWords;
import footfall.report.TurnRef;
import footfall.screen.Timeline;
import footfall.turn.Turn;
import footfall.view.Single;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code footfall turn}. */
@Command(
        name = "turn",
        header = "Show one turn as a timeline of its steps.",
        description = "Shows when each step started, how long it took, which calls ran in parallel, which failed "
                + "and why, and which subagent a step ran. With --from, also the target of each step: its file, "
                + "command, query or other main input. Targets are read from the transcripts on this machine; they "
                + "are never in the topics. An open turn is shown as it is now, without --from.",
        footer = {
            "  footfall turn 4f2a91:3 --from              fourth turn of the session whose ID starts with 4f2a91",
            "  footfall turn 4f2a91/a8813:0 --from DIR    first turn of one of its subagents",
            "  footfall turn 4f2a91:3 --from --json       print a JSON array with this turn",
            "  footfall turns --from --min-length 1       list the turns"
        })
final class TurnCommand extends SettingsCommand {
    /** The width without a terminal. */
    private static final int PLAIN_WIDTH = 100;

    @Mixin
    private SourceOptions sources;

    @Parameters(
            index = "0",
            arity = "0..1",
            hideParamSyntax = true,
            paramLabel = "ID",
            description = "The turn_id: SESSION:TURN, or SESSION/AGENT:TURN for a subagent. Unique prefixes of the "
                    + "session and agent IDs are accepted.")
    private String id;

    @Option(
            names = "--json",
            description = "Print a JSON array with this turn. With --from, a step has the additional field target.")
    private boolean json;

    TurnCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        id = id == null ? sources.swallowed(typed -> typed.matches(".+:\\d+")) : id;
        if (id == null) {
            throw usage("Missing required parameter: 'ID'");
        } else if (!TurnNames.canBe(id)) {
            throw usage("invalid turn ID \"" + id
                    + "\"; expected SESSION:TURN, or SESSION/AGENT:TURN for a subagent, such as 4f2a91:3");
        }
        var settings = settings();
        Single<Turn> found;
        try (var source = sources.open(this, settings)) {
            found = source.answers().turn(id);
            if (found.item() == null) {
                var name = new TurnNames(source.turns(id), source.asTyped()).turn(id);
                found = source.answers().turn(name.turnId());
            }
        }
        CoverageReport.say(found.coverage(), console);
        var turn = found.item();
        var targets = sources.targets(turn, console, settings);
        if (json) {
            JsonOut.array(console, List.of(JsonOut.withTargets(turn, targets)));
        } else {
            draw(turn, targets);
        }
        if (turn.spend().tokens().isComplete()) {
            MissingPrices.say(turn.spend().unpricedModels().stream(), model -> unpriced(turn, model), console);
        }
        return ExitCodes.OK;
    }

    private static long unpriced(Turn turn, String model) {
        return turn.spend().usage().stream()
                .filter(one -> one.costUsd() == null && one.model().equals(model))
                .mapToLong(one -> one.tokens().total())
                .sum();
    }

    private void draw(Turn turn, Map<Integer, String> targets) throws IOException {
        try (var out = console.writer()) {
            write(Timeline.of(turn, targets, width(console, command)), console, out);
        }
    }

    /** The width of a timeline. */
    static int width(Console console, CommandSpec command) {
        return console.isScreen() ? ScreenWidth.of(command) : PLAIN_WIDTH;
    }

    static void write(List<AttributedString> lines, Console console, Writer out) throws IOException {
        for (AttributedString line : lines) {
            out.write(console.isColoured() ? line.toAnsi() : line.toString().stripTrailing());
            out.write('\n');
        }
    }

    /** Finds turns by ID prefixes: {@code SESSION:TURN} or {@code SESSION/AGENT:TURN}. */
    private static final class TurnNames {
        private static final int NAMED_MAX = 5;

        private final List<TurnRef> turns;
        private final List<String> where;

        /** {@code where}: the options, as typed, that name the transcripts. */
        TurnNames(List<TurnRef> turns, List<String> where) {
            this.turns = turns;
            this.where = List.copyOf(where);
        }

        /** Whether the text has the form of an ID. Without a turn number, the existing turns are listed. */
        static boolean canBe(String id) {
            int colon = id.lastIndexOf(':');
            var trail = colon < 0 ? id : id.substring(0, colon);
            int slash = trail.indexOf('/');
            var session = slash < 0 ? trail : trail.substring(0, slash);
            return !session.isBlank()
                    && slash != trail.length() - 1
                    && (colon < 0 || id.substring(colon + 1).matches("\\d+"));
        }

        /** The turn that matches. */
        TurnRef turn(String id) throws CommandFailed {
            int colon = id.lastIndexOf(':');
            var trail = colon < 0 ? id : id.substring(0, colon);
            int slash = trail.indexOf('/');
            var inSession = ofSession(slash < 0 ? trail : trail.substring(0, slash));
            var agent = slash < 0 ? null : trail.substring(slash + 1);
            var inTrail = agent == null
                    ? inSession.stream().filter(turn -> turn.agentId() == null).toList()
                    : ofAgent(inSession, agent);
            var found = inTrail.stream()
                    .filter(turn -> (":" + turn.index()).equals(colon < 0 ? "" : id.substring(colon)))
                    .findFirst();
            return found.orElseThrow(() -> unknown(id, inTrail, inSession));
        }

        private List<TurnRef> ofSession(String beginning) throws CommandFailed {
            return oneOf("session", beginning, turns, TurnRef::sessionId);
        }

        private List<TurnRef> ofAgent(List<TurnRef> session, String beginning) throws CommandFailed {
            return oneOf("subagent", beginning, session, TurnRef::agentId);
        }

        private List<TurnRef> oneOf(String what, String beginning, List<TurnRef> among, Function<TurnRef, String> name)
                throws CommandFailed {
            var names =
                    among.stream().map(name).filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
            var matches = names.contains(beginning)
                    ? List.of(beginning)
                    : names.stream().filter(one -> one.startsWith(beginning)).toList();
            if (matches.isEmpty()) {
                var near = NearestWords.to(beginning, names)
                        .map(one -> "; did you mean " + one + "?")
                        .orElse("");
                throw new CommandFailed("no " + what + " with a turn has an ID that starts with " + beginning + near
                        + "\n" + list(List.of()));
            } else if (matches.size() > 1) {
                throw new CommandFailed(matches.size() + " " + what + " IDs start with " + beginning + ": "
                        + listed(matches) + "; give a longer prefix");
            }
            return among.stream()
                    .filter(turn -> matches.get(0).equals(name.apply(turn)))
                    .toList();
        }

        /** Lists the turns that exist. */
        private CommandFailed unknown(String id, List<TurnRef> inTrail, List<TurnRef> inSession) {
            var some = inTrail.isEmpty() ? inSession : inTrail;
            var whose = inTrail.isEmpty()
                    ? "Session " + inSession.get(0).sessionId()
                    : (inTrail.get(0).agentId() == null ? "Session " : "Subagent ") + trail(inTrail.get(0));
            return new CommandFailed("no turn " + id + ". " + whose + " has these turns: " + listed(ranges(some))
                    + "\n"
                    + list(List.of("--session", inSession.get(0).sessionId())));
        }

        private String list(List<String> which) {
            return "list them with: " + ShellWords.command("turns", where) + " --min-length 0"
                    + (which.isEmpty() ? "" : " " + ShellWords.of(which));
        }

        /** {@code s1:0 to s1:7}, one for each trail. */
        private static List<String> ranges(List<TurnRef> turns) {
            Map<String, List<TurnRef>> byTrail = new TreeMap<>();
            turns.forEach(turn -> byTrail.computeIfAbsent(trail(turn), none -> new ArrayList<>())
                    .add(turn));
            return byTrail.values().stream().map(TurnNames::range).toList();
        }

        private static String trail(TurnRef turn) {
            return turn.turnId().substring(0, turn.turnId().lastIndexOf(':'));
        }

        private static String range(List<TurnRef> trail) {
            var order = Comparator.comparingInt(TurnRef::index);
            var first = trail.stream().min(order).orElseThrow();
            var last = trail.stream().max(order).orElseThrow();
            return first == last ? first.turnId() : first.turnId() + " to " + last.turnId();
        }

        private static String listed(List<String> names) {
            var named = String.join(", ", names.subList(0, Math.min(NAMED_MAX, names.size())));
            return names.size() > NAMED_MAX ? named + ", and " + (names.size() - NAMED_MAX) + " more" : named;
        }
    }
}
