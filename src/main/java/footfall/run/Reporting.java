package footfall.run;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.desire.AppliedRemedy;
import footfall.line.ErrorCategory;
import footfall.redact.RedactRules;
import footfall.redact.Redactor;
import footfall.report.UserError;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.ship.Shipper;
import footfall.ship.ShipperReports;
import footfall.shipper.ShipperState;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
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
        boolean isUp = reporter.command().equals("up");
        boolean isShared = isUp || config.get(SettingKeys.SHARE_REMEDIES) == ShipperReports.ShareRemedies.ON;
        var reports = new ShipperReports.Settings(
                settings.client(),
                settings.prefix(),
                id,
                settings.folder(),
                isUp ? Instant.EPOCH : isShared ? reporter.startedAt() : null,
                () -> remedies(RemedyLog.of(config), settings));
        return ShipperReports.start(reports, shipper, RealTime.CLOCK, reporter.say());
    }

    private static List<AppliedRemedy> remedies(RemedyLog log, ShipperSettings settings) {
        var identity = settings.identity();
        // What failed does not leave either.
        boolean isSecret = settings.shipping().redact().errors() == RedactRules.ErrorDetail.OFF;
        try {
            return log.all().stream()
                    .filter(one ->
                            !isSecret || ErrorCategory.ofWord(one.category()).isEmpty())
                    .filter(one -> Redactor.masked(one.desire()).equals(one.desire())) // From files, it is not masked.
                    .map(one -> one.by(identity.host(), identity.user()))
                    .toList();
        } catch (IOException unreadable) {
            return List.of(); // The commands that need the file say so.
        }
    }
}
