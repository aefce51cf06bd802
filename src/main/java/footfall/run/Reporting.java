package footfall.run;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.ship.Shipper;
import footfall.ship.ShipperReports;
import footfall.shipper.ShipperState;
import java.time.Instant;
import java.util.function.Consumer;

/** Starts the reports of this machine's shippers to their team. */
final class Reporting {
    private Reporting() {}

    /** {@code command}: what the user runs. {@code say} receives each problem of reporting once. */
    record Reporter(String command, Instant startedAt, Consumer<String> say) {}

    /** Close them after the shipper. */
    static ShipperReports start(Shipper shipper, ShipperSettings settings, Settings config, Reporter reporter)
            throws UserError {
        var id = new ShipperState.Id(
                LocalIdentity.shipperId(config.get(SettingKeys.DATA_DIR), settings.folder()),
                reporter.command(),
                settings.identity().host(),
                settings.identity().user(),
                Build.version(),
                reporter.startedAt());
        var reports = new ShipperReports.Settings(settings.client(), settings.prefix(), id);
        return ShipperReports.start(reports, shipper, RealTime.CLOCK, reporter.say());
    }
}
