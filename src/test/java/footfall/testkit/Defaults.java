package footfall.testkit;

import footfall.alert.AlertRules;
import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.desire.DesireRules;
import footfall.redact.Identity.KeyedHash;
import footfall.redact.RedactRules;
import footfall.session.SessionRules;
import footfall.topology.TopologySettings;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import footfall.wire.Channels;
import java.nio.charset.StandardCharsets;

/** The settings that hold when a user sets nothing, but without prices. */
public final class Defaults {
    public static final RedactRules REDACT =
            RedactRules.DEFAULTS.with(new KeyedHash("a key of tests".getBytes(StandardCharsets.UTF_8)));
    public static final TurnRules TURNS = turns(Prices.NONE);
    public static final AlertRules ALERTS = alerts(TURNS.lengthThreshold());
    public static final TopologySettings.Tallies TALLIES = new TopologySettings.Tallies(
            TopologySettings.TALLY_RETENTION, DesireRules.DEFAULTS, OutageRules.DEFAULTS, BudgetRules.NONE);
    public static final TopologySettings TOPOLOGY = topology(TURNS);

    private Defaults() {}

    public static TurnRules turns(Prices prices) {
        return new TurnRules(TurnRules.LENGTH_THRESHOLD, TurnRules.STEPS_MAX, TurnRules.Timers.DEFAULTS, prices);
    }

    public static AlertRules alerts(int lengthThreshold) {
        return new AlertRules(
                lengthThreshold,
                AlertRules.DURATION,
                AlertRules.ERROR_STREAK,
                AlertRules.REPEAT_LOOP,
                AlertRules.WAITING,
                AlertRules.ALERT_MAX_AGE);
    }

    public static TopologySettings topology(TurnRules turns) {
        return topology(turns, TALLIES);
    }

    public static TopologySettings topology(TurnRules turns, TopologySettings.Tallies tallies) {
        return new TopologySettings(
                Channels.PREFIX, turns, ALERTS, TopologySettings.RECORD_BYTES_MAX, tallies, SessionRules.INTERVAL);
    }
}
