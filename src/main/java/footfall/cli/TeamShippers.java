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
        return Table.of(shippers)
                .text("STATE", TeamShippers::state)
                .number("HEARD", one -> DurationText.of(Duration.ofMillis(one.notHeardForMs())) + " ago")
                .longText("HOST", one -> one.shipper().id().host())
                .longText("USER", one -> one.shipper().id().user())
                .number("KB_BEHIND", one -> (one.shipper().backlog().bytesBehind() + KB - 1) / KB)
                .number("FILES", 3, one -> one.shipper().backlog().files())
                .longText("AGENTS", 4, one -> agents(one.shipper()))
                .number("LINES", 3, one -> one.shipper().sent().lines())
                .text(
                        "LAST_LINE",
                        5,
                        one -> ResultPrinter.minute(one.shipper().sent().lastLineAt()))
                .text("VERSION", 5, one -> one.shipper().id().version())
                .text("SHIPPER", 6, one -> one.shipper().id().shipperId());
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
