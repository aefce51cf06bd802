package footfall.cli;

import footfall.alert.Alert;
import footfall.config.SettingErrors;
import footfall.report.UserError;
import footfall.screen.DurationText;
import footfall.screen.MoneyText;
import footfall.view.Filter;
import footfall.view.Selection;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "alerts",
        header = "List the alerts of a processor, the oldest or the newest first.",
        description = {
            "An alert is raised while a turn runs: it has too many steps or takes too long, its calls fail in a row, "
                    + "or they repeat. An outage is raised when calls of one tool fail in several sessions, and "
                    + "a budget when a project costs too much (setting budgets). The last state of each alert is "
                    + "listed.",
            "Files have no alerts: history is not news."
        },
        footer = {
            "  footfall alerts --since 1h",
            "  footfall alerts --newest --top 10",
            "  footfall alerts --server http://processor:19080 --token FILE --json"
        })
final class AlertsCommand extends AnswerCommand {
    @Mixin
    private TimeOrder.TimeOrderOptions order = new TimeOrder.TimeOrderOptions();

    AlertsCommand() {
        super(new FilterOptions(
                "alerts",
                Filter.OF_ALERTS,
                Map.of(
                        Filter.SINCE, "Only alerts that were raised at or after this time.",
                        Filter.UNTIL, "Only alerts that were raised before this time.",
                        Filter.TOOL, "Only alerts on turns that had called this tool, and on its outages.",
                        Filter.OUTCOME, "Only alerts about failed calls: error-streak and outage."),
                Map.of()));
    }

    @Override
    public String notOfFiles() {
        return "files have no alerts: an alert is raised while a turn runs";
    }

    @Override
    void check() {
        order.check(this);
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException, CommandFailed, UserError, SettingErrors {
        var ordered = order.order(printer().format());
        var beginnings = beginnings(source, ordered.top());
        new AnswerSource.Listing<>(
                        Alert.class,
                        ordered,
                        (all, page) -> all.alerts(selection, page),
                        alerts -> table(alerts, beginnings),
                        () -> none(source, "no alerts", false, selection))
                .print(source, printer());
    }

    private String subject(Alert alert, SessionNames names) {
        return console.isScreen() && alert.sessionId() != null
                ? names.in(alert.subject(), alert.sessionId().value())
                : alert.subject();
    }

    /** Of a turn: the beginning of its session, and its number. */
    private static final int SUBJECT_LEAST = 14;

    /** As people read it. */
    static Object amount(Alert.Kind kind, long value) {
        if (kind == Alert.Kind.BUDGET) {
            return MoneyText.ofCents(value);
        }
        return kind.isTime() ? DurationText.of(Duration.ofMillis(value)) : (Object) value;
    }

    private Table table(List<Alert> alerts, Beginnings beginnings) {
        var names = new SessionNames(alerts.stream()
                .filter(one -> one.sessionId() != null)
                .map(one -> one.sessionId().value())
                .toList());
        var table = Table.of(alerts)
                .text("RAISED", one -> printer().time(one.raisedAt()))
                .number("LEVEL", one -> one.level())
                .text("KIND", one -> one.kind().word())
                .text("STATE", 1, one -> one.state().word())
                .number("VALUE", one -> amount(one.kind(), one.value()))
                .number("THRESHOLD", 2, one -> amount(one.kind(), one.threshold()))
                .mainText("SUBJECT", SUBJECT_LEAST, one -> subject(one, names))
                .longText(
                        "PROJECT",
                        3,
                        one -> one.origin() == null ? null : one.origin().project())
                .longText("PATTERN", 4, Alert::patternSoFar);
        if (beginnings != null) {
            beginnings.quoteOf(table, alerts.stream().map(Alert::turnId).toList());
        }
        return table;
    }
}
