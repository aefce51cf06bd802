package footfall.cli;

import footfall.config.NearestWords;
import footfall.config.Settings;
import footfall.report.TurnRef;
import footfall.screen.Timeline;
import footfall.turn.Turn;
import footfall.view.TurnTexts.TurnText;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/** One turn, found by its ID or a prefix of it, and drawn as a timeline of its steps. */
final class OneTurn {
    /** The width without a terminal. */
    private static final int PLAIN_WIDTH = 100;

    private OneTurn() {}

    /** Prints the turn; returns the ID of the session without doing so if the ID is that of one with more turns. */
    static Optional<String> print(
            String id, AnswerSource source, SourceOptions from, ResultPrinter printer, Settings settings)
            throws Exception {
        var console = printer.console();
        var found = source.answers().turn(id);
        if (found.item() == null) {
            var names = new TurnNames(source.turns(id), source.asTyped());
            if (id.indexOf(':') < 0 && id.indexOf('/') < 0) {
                var session = names.ofSession(id);
                if (session.size() > 1) {
                    return Optional.of(session.get(0).sessionId());
                }
                found = source.answers().turn(session.get(0).turnId());
            } else {
                found = source.answers().turn(names.turn(id).turnId());
            }
        }
        CoverageReport.say(found.coverage(), console);
        var turn = found.item();
        var targets = from.targets(turn, console, settings);
        switch (printer.format()) {
            case JSON -> JsonOut.array(console, List.of(JsonOut.withTargets(turn, targets)));
            case CSV -> printer.print(Turn.class, List.of(turn), null, null);
            case TABLE -> {
                var text = text(turn, from, console, settings);
                try (var out = console.writer()) {
                    write(Timeline.of(turn, text, targets, Timeline.NONE_MARKED, width(console)), console, out);
                }
            }
        }
        if (turn.spend().tokens().isComplete()) {
            ReadingReport.MissingPrices.say(
                    turn.spend().unpricedModels().stream(), model -> unpriced(turn, model), console);
        }
        return Optional.empty();
    }

    /** On a screen, what its transcript says. Of a turn from files only the prompt: all of its targets are known. */
    static Optional<TurnText> text(Turn turn, SourceOptions from, Console console, Settings settings) throws Exception {
        if (!console.isScreen()) {
            return Optional.empty();
        }
        var texts = from.texts(console, settings);
        if (texts.isEmpty() || !from.areFiles()) {
            return texts.flatMap(of -> of.text(turn));
        }
        return texts.get().prompt(turn).map(prompt -> new TurnText(turn.id().turnId(), prompt, List.of()));
    }

    private static long unpriced(Turn turn, String model) {
        return turn.spend().usage().stream()
                .filter(one -> one.costUsd() == null && one.model().equals(model))
                .mapToLong(one -> one.tokens().total())
                .sum();
    }

    /** The width of a timeline. */
    static int width(Console console) {
        return console.isScreen() ? ScreenWidth.of(HelpText.WIDTH_MAX) : PLAIN_WIDTH;
    }

    static void write(List<AttributedString> lines, Console console, Writer out) throws IOException {
        for (AttributedString line : lines) {
            out.write(console.isColoured() ? line.toAnsi() : line.toString().stripTrailing());
            out.write('\n');
        }
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

    /**
     * Finds turns by ID prefixes: {@code SESSION:TURN} or {@code SESSION/AGENT:TURN}.
     * {@code where}: the options, as typed, that name the transcripts.
     */
    private record TurnNames(List<TurnRef> turns, List<String> where) {
        private static final int NAMED_MAX = 5;

        TurnNames {
            where = List.copyOf(where);
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
