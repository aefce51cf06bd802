package footfall.cli;

import footfall.session.SessionSummary;
import footfall.view.Filter;
import footfall.view.Selection;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Lists the session summaries of a processor. */
final class ServerSessions {
    private final ServerSource source;
    private final ResultPrinter printer;

    ServerSessions(ServerSource source, ResultPrinter printer) {
        this.source = source;
        this.printer = printer;
    }

    /** {@code typed}: the filters as typed. */
    void print(Selection selection, TimeOrder order, Map<Filter, String> typed) throws IOException {
        new Listing<>(
                        SessionSummary.class,
                        all -> all.sessions(selection, order.whole()),
                        this::table,
                        () -> source.none(new AnswerSource.Empty("no sessions", false, selection, typed)))
                .print(source, printer);
    }

    /** Also says which prices are missing, as the field {@code total_unpriced} of the JSON does. */
    private Table table(List<SessionSummary> sessions) {
        MissingPrices.say(sessions.stream().map(one -> one.bill().totalUnpriced()), printer.console());
        var table = new Table(
                Table.Column.text("SESSION"),
                Table.Column.longText("PROJECT"),
                Table.Column.longText("HOST").hiding(3),
                Table.Column.longText("USER").hiding(2),
                Table.Column.text("STARTED"),
                Table.Column.number("PROMPTS"),
                Table.Column.number("CALLS"),
                Table.Column.number("ERRORS"),
                Table.Column.number("TOKENS_OUT").hiding(4),
                Table.Column.number("COST").hiding(1));
        var names = new SessionNames(
                sessions.stream().map(one -> one.sessionId().value()).toList());
        for (var one : sessions) {
            table.row(
                    names.of(one.sessionId().value()),
                    one.origin().project(),
                    one.origin().host(),
                    one.origin().user(),
                    printer.console().isScreen() ? ResultPrinter.minute(one.startTime()) : one.startTime(),
                    one.turns().promptCount(),
                    one.tools().totalTools(),
                    one.tools().toolErrors(),
                    one.tokens().output(),
                    ReportText.cost(one.costEstimate()));
        }
        return table;
    }
}
