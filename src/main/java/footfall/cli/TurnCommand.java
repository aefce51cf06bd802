package footfall.cli;

import footfall.screen.Timeline;
import footfall.turn.Turn;
import footfall.view.Single;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
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
}
