package footfall.cli;

import footfall.loop.Level;
import footfall.pattern.RecurringLoop;
import footfall.screen.DurationText;
import footfall.view.Selection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code footfall loops}. */
@Command(
        name = "loops",
        header = "List what agents repeat within long turns: loops of one to three activities.",
        description = "A loop is a cycle that a turn repeats without a break, such as (Edit → Read){2+}. Different "
                + "calls in a row are work, so a loop has no price; 'desires' has what was wasted. Copies of turns "
                + "are not counted.",
        footer = {
            "  footfall loops --from                       rank the loops of this machine's agents",
            "  footfall loops --from --level intent        by what the calls were for",
            "  footfall loops --from --top 5 --since 30d"
        })
final class LoopsCommand extends AnswerCommand {
    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            converter = ChoiceOptions.LoopLevel.class,
            completionCandidates = ChoiceOptions.LoopLevel.class,
            description = "The level of loops: tool, or intent (what a call was for). Default: tool.")
    private Level level = Level.TOOL;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "Print the first N rows. Default: all.")
    private int top = Integer.MAX_VALUE;

    LoopsCommand(Console console) {
        super(console, Map.of());
    }

    @Override
    void check() {
        atLeast(1, "--top", top);
    }

    @Override
    boolean isTallied() {
        return true;
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        new Listing<>(
                        RecurringLoop.class,
                        all -> all.loops(selection, level, top),
                        LoopsCommand::table,
                        () -> none(source, "no loops in long turns", true, selection))
                .print(source, printer());
    }

    private static Table table(List<RecurringLoop> loops) {
        var table = new Table(
                Table.Column.longText("LOOP"),
                Table.Column.number("TURNS"),
                Table.Column.number("SESSIONS").hiding(4),
                Table.Column.number("LOOPS").hiding(3),
                Table.Column.number("AVG_ROUNDS").hiding(3),
                Table.Column.number("ONE_FILE_%").hiding(5),
                Table.Column.number("MORE_STEPS"),
                Table.Column.number("TIME").hiding(2));
        for (var one : loops) {
            table.row(
                    one.name(),
                    one.turns(),
                    one.sessions(),
                    one.occurrences(),
                    ResultPrinter.decimal((double) one.rounds() / one.occurrences()),
                    ResultPrinter.decimal(100.0 * one.oneTarget() / one.occurrences()),
                    one.excess(),
                    DurationText.of(Duration.ofMillis(one.timeMs())));
        }
        return table;
    }
}
