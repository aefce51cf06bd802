package footfall.cli;

import footfall.ask.ServerAnswers;
import footfall.config.SettingKeys;
import footfall.screen.DurationText;
import footfall.shipper.ListedShipper;
import footfall.shipper.ShipperState;
import footfall.view.Aliases;
import footfall.view.Filter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code footfall shippers}. */
@Command(
        name = "shippers",
        header = "List the shippers of a team: which have a backlog, and which have stopped reporting.",
        description = {
            "A shipper reports when it starts and stops, when something changes, and otherwise every 5 minutes. A "
                    + "shipper that has not stopped is late when three reports are missing: its machine may be off or "
                    + "without a network. Late ones come first, then the largest backlog, then those that stopped.",
            "Asks a processor, because only it knows all shippers. 'footfall ship --status' shows that of this machine."
        },
        footer = {
            "  footfall shippers",
            "  footfall shippers --host build-1 --json",
            "  footfall shippers --server http://processor:19080 --token FILE"
        })
final class ShippersCommand extends SettingsCommand implements FilterOptions.Filtered {
    private static final int KB = 1_000;

    @Mixin
    private ServerOptions server;

    @Mixin
    private OutputOptions output;

    private final FilterOptions filters = new FilterOptions("shippers", Filter.OF_SHIPPERS, Map.of());

    ShippersCommand(Console console) {
        super(console);
    }

    @Override
    public FilterOptions filters() {
        return filters;
    }

    @Override
    public Integer call() throws Exception {
        var settings = settings();
        var selection = filters.read(console.clock(), Map.of());
        var client = server.client(settings, this);
        var answer = new ServerAnswers(client, new Aliases(settings.get(SettingKeys.ALIASES))).shippers(selection);
        var shippers = answer.items();
        var typed = String.join(", ", filters.asTyped(selection).values());
        var none = !shippers.isEmpty() ? null : "no shippers" + (typed.isEmpty() ? "" : ": nothing matches " + typed);
        new ResultPrinter(console, this, output.format()).print(ListedShipper.class, shippers, table(shippers), none);
        CoverageReport.say(answer.coverage(), console);
        return ExitCodes.OK;
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
