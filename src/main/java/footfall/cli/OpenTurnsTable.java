package footfall.cli;

import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import java.util.List;

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

    static Table of(List<OpenTurn> turns) {
        var table = new Table(
                Table.Column.text("TURN"),
                Table.Column.number("LENGTH"),
                Table.Column.number("FAILURES"),
                Table.Column.text("STARTED"),
                Table.Column.longText("PROJECT"),
                Table.Column.longText("LAST_TOOLS"));
        turns.forEach(turn -> table.row(
                turn.turnId(),
                turn.length(),
                turn.failures(),
                turn.startedAt(),
                turn.project(),
                String.join(" → ", turn.lastTools())));
        return table;
    }
}
