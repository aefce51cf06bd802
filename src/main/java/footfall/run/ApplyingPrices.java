package footfall.run;

import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.ship.ControlFailed;
import footfall.ship.RepriceClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The command {@code prices apply}: one price list for all instances of a processor. */
public final class ApplyingPrices {
    private final RepriceClient client;
    private final String version;

    /** {@code text}: the list, of this version. */
    public ApplyingPrices(Map<String, String> client, Settings settings, String version, String text) {
        this.client = new RepriceClient(client, settings.get(SettingKeys.TOPIC_PREFIX), version, text);
        this.version = version;
    }

    /**
     * {@code sessions} and {@code turns} were asked for, {@code repriced} of these turns have the prices of the list
     * now; the others have no tokens with a price, or are older than what the stores keep. All are 0 unless a processor
     * confirmed the list in time.
     */
    public record Report(String priceList, boolean confirmed, long sessions, long turns, long repriced) {}

    /** Waits this long for a processor, and longer while something happens. */
    public Report apply(Duration wait) throws UserError {
        try {
            var applied = client.apply(new Waiting(wait));
            return applied.map(one -> new Report(version, true, one.sessions(), one.turns(), one.repriced()))
                    .orElseGet(() -> new Report(version, false, 0, 0, 0));
        } catch (ControlFailed why) {
            throw new UserError(why.getMessage(), why);
        }
    }

    private static final class Waiting implements RepriceClient.Patience {
        private final Duration max;
        private Instant until;

        Waiting(Duration max) {
            this.max = max;
            goesOn();
        }

        @Override
        public void goesOn() {
            until = RealTime.CLOCK.instant().plus(max);
        }

        @Override
        public boolean isOver() {
            return RealTime.CLOCK.instant().isAfter(until);
        }
    }
}
