package footfall.cli;

import footfall.turn.Origin;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.OpenTurn;
import footfall.view.Selection;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/** Lists open turns. */
final class OpenTurnsTable {
    private static final Set<Filter> FILTERS = EnumSet.of(
            Filter.SINCE,
            Filter.UNTIL,
            Filter.SESSION,
            Filter.PROJECT,
            Filter.HOST,
            Filter.USER,
            Filter.MIN_LENGTH,
            Filter.MAX_LENGTH);

    private OpenTurnsTable() {}

    /** The selection, if open turns can be selected by it. */
    static Selection checked(Selection selection, ConsoleCommand command) {
        selection.values().keySet().stream()
                .filter(filter -> !FILTERS.contains(filter))
                .findFirst()
                .ifPresent(filter -> {
                    throw command.usage("--open does not accept " + FilterOptions.name(filter));
                });
        return selection;
    }

    static void print(Answers answers, Selection selection, int top, ResultPrinter printer) throws IOException {
        var answer = answers.openTurns(Integer.MAX_VALUE);
        var turns = answer.items().stream()
                .filter(turn -> isSelected(turn, selection))
                .limit(top)
                .toList();
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
        printer.print(OpenTurn.class, turns, table, "no open turns");
        CoverageReport.say(answer.coverage(), printer.console());
    }

    private static boolean isSelected(OpenTurn turn, Selection selection) {
        var head = new Selection.Head(turn.sessionId().value(), turn.project(), turn.startedAt(), turn.length());
        return selection.admits(head) && selection.admits(new Origin(turn.project(), turn.host(), turn.user()));
    }
}
