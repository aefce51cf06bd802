package footfall.cli;

import footfall.view.Answer;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import java.io.IOException;

/** Lists open turns. */
final class OpenTurnsTable {
    private OpenTurnsTable() {}

    /** The selection, if open turns can be selected by it. */
    static Selection checked(Selection selection, ConsoleCommand command) {
        selection.values().keySet().stream()
                .filter(filter -> !Filter.OF_OPEN_TURNS.contains(filter))
                .findFirst()
                .ifPresent(filter -> {
                    throw command.usage("--open does not accept " + FilterOptions.name(filter));
                });
        return selection;
    }

    /** {@code none}: what to say when there are none. */
    static void print(Answer<OpenTurn> answer, ResultPrinter printer, String none) throws IOException {
        var table = new Table(
                Table.Column.text("TURN"),
                Table.Column.number("LENGTH"),
                Table.Column.number("FAILURES"),
                Table.Column.text("STARTED"),
                Table.Column.longText("PROJECT"),
                Table.Column.longText("LAST_TOOLS"));
        answer.items()
                .forEach(turn -> table.row(
                        turn.turnId(),
                        turn.length(),
                        turn.failures(),
                        turn.startedAt(),
                        turn.project(),
                        String.join(" → ", turn.lastTools())));
        printer.print(OpenTurn.class, answer.items(), table, none);
        CoverageReport.say(answer.coverage(), printer.console());
    }
}
