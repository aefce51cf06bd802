package footfall.cli;

import footfall.report.FileFind;
import footfall.report.Finding;
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
    /** Of a long line, a table shows so many characters before the match. */
    private static final int BEFORE_MAX = 20;

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

    static Table table(FileFind.Found found, boolean isScreen) {
        var table = new Table(
                Table.Column.text("TURN"),
                Table.Column.text("WHEN").hiding(1),
                Table.Column.text("WHERE"),
                Table.Column.longText("TEXT"));
        var names = new SessionNames(found.named());
        for (var one : found.findings()) {
            table.row(turn(one, names), when(one.at(), isScreen), one.where().word(), text(one, isScreen));
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

    private static String when(Instant at, boolean isScreen) {
        return at == null ? null : isScreen ? SessionsCommand.minute(at) : at.toString();
    }

    /** On a terminal, the part of a long line with the match. */
    private static String text(Finding one, boolean isScreen) {
        var text = one.text();
        int start = one.matchAt() - BEFORE_MAX;
        if (!isScreen || start <= 0) {
            return text.strip();
        }
        boolean splits = Character.isLowSurrogate(text.charAt(start));
        return "…" + text.substring(splits ? start + 1 : start).stripTrailing();
    }
}
