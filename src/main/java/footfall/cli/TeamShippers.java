package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.screen.DurationText;
import footfall.shipper.ListedShipper;
import footfall.shipper.ShipperState;
import footfall.view.Aliases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The shippers of a team, of which only a processor knows: {@code ship --status --team}. */
final class TeamShippers {
    private static final int KB = 1_000;

    private TeamShippers() {}

    static void print(ServerOptions server, FilterOptions filters, ResultPrinter printer, Settings settings)
            throws Exception {
        var console = printer.console();
        var selection = filters.read(console.clock(), Map.of());
        var client = server.client(settings, printer.command());
        var answer = new ServerAnswers(client, new Aliases(settings.get(SettingKeys.ALIASES))).shippers(selection);
        var shippers = answer.items();
        var typed = String.join(", ", filters.asTyped(selection).values());
        var none = !shippers.isEmpty() ? null : "no shippers" + (typed.isEmpty() ? "" : ": nothing matches " + typed);
        printer.print(ListedShipper.class, shippers, table(shippers), none);
        CoverageReport.say(answer.coverage(), console);
    }

    private static Table table(List<ListedShipper> shippers) {
        var table = new Table(
                Table.Column.text("STATE"),
                Table.Column.number("HEARD"),
                Table.Column.longText("HOST"),
                Table.Column.longText("USER"),
                Table.Column.number("KB_BEHIND"),
                Table.Column.number("FILES").hiding(3),
                Table.Column.longText("AGENTS").hiding(4),
                Table.Column.number("LINES").hiding(3),
                Table.Column.text("LAST_LINE").hiding(5),
                Table.Column.text("VERSION").hiding(5),
                Table.Column.text("SHIPPER").hiding(6));
        for (var one : shippers) {
            var shipper = one.shipper();
            table.row(
                    state(one),
                    DurationText.of(Duration.ofMillis(one.notHeardForMs())) + " ago",
                    shipper.id().host(),
                    shipper.id().user(),
                    (shipper.backlog().bytesBehind() + KB - 1) / KB,
                    shipper.backlog().files(),
                    agents(shipper),
                    shipper.sent().lines(),
                    ResultPrinter.minute(shipper.sent().lastLineAt()),
                    shipper.id().version(),
                    shipper.id().shipperId());
        }
        return table;
    }

    /** Late is the state that matters: what it said before is not known to be true any more. */
    private static String state(ListedShipper one) {
        return one.late() ? "late" : one.shipper().state().word().replace('_', ' ');
    }

    private static String agents(ShipperState shipper) {
        return shipper.agents().stream()
                .map(agent -> agent.agent() + " " + agent.files())
                .collect(Collectors.joining(", "));
    }
}
