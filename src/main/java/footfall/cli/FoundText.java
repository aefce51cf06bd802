package footfall.cli;

import footfall.report.FileFind;
import footfall.report.Finding;
import footfall.screen.Cells;
import footfall.screen.SafeText;
import java.time.Instant;

/** A match as {@code find} prints it as JSON; absent components are null. */
record FoundText(
        String turnId,
        String sessionId,
        Integer sequence,
        String where,
        String tool,
        Instant at,
        String text,
        String file,
        long line) {
    /** The part of a terminal's width for what is before a match in its line. */
    private static final int BEFORE_PART = 8;

    static FoundText of(Finding found) {
        return new FoundText(
                found.turn() == null ? null : found.turn().turnId(),
                found.trail().session().value(),
                found.sequence(),
                found.where().word(),
                found.tool(),
                found.at(),
                found.text(),
                found.source().file().toString(),
                found.source().line());
    }

    static Table table(FileFind.Found found, int width) {
        var table = new Table(
                Table.Column.text("TURN"),
                Table.Column.text("WHEN").hiding(1),
                Table.Column.text("WHERE"),
                Table.Column.longText("TEXT"));
        var names = new SessionNames(found.named());
        for (var one : found.findings()) {
            table.row(turn(one, names), when(one.at(), width), one.where().word(), text(one, width));
        }
        return table;
    }

    /** {@code abc123:4}; a dash instead of the number when the text belongs to no turn. */
    private static String turn(Finding one, SessionNames names) {
        var trail = one.trail();
        var session = names.of(trail.session().value());
        return (trail.isMain() ? session : session + "/" + trail.agent()) + ":"
                + (one.turn() == null ? "-" : one.turn().index());
    }

    private static String when(Instant at, int width) {
        return at == null ? null : width == Table.ANY_WIDTH ? at.toString() : ResultPrinter.minute(at);
    }

    /** On a terminal, the part of a long line with the match. */
    private static String text(Finding one, int width) {
        var text = one.text();
        if (width == Table.ANY_WIDTH) {
            return text.strip();
        }
        var before = SafeText.of(text.substring(0, one.matchAt()).stripLeading());
        return Cells.cutStart(before, width / BEFORE_PART)
                + text.substring(one.matchAt()).stripTrailing();
    }
}
