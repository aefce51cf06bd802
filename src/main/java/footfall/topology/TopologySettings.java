package footfall.topology;

import footfall.alert.AlertRules;
import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.desire.DesireRules;
import footfall.turn.TurnRules;
import java.time.Duration;
import java.util.Objects;

/** The settings of the topology. {@code recordBytesMax}: the maximum size of a record's value. */
public record TopologySettings(
        String prefix,
        TurnRules turnRules,
        AlertRules alertRules,
        int recordBytesMax,
        Tallies tallies,
        Duration sessionInterval) {
    public static final int RECORD_BYTES_MAX = 1 << 20;

    /**
     * Records of topics other than {@code turns} and {@code sessions}, whose lists are cut, are smaller: all
     * their names and texts are bounded. The largest is a desire, which contains its pattern three times.
     */
    public static final int RECORD_BYTES_LEAST = 128 << 10;

    /** As long as the topics of a team keep turns. */
    public static final Duration TALLY_RETENTION = TurnRules.Timers.TURN_RETENTION;

    /** Nothing is older. */
    public static final Duration KEEP_ALL = Duration.ofDays(36_500);

    public TopologySettings {
        Objects.requireNonNull(prefix, "prefix is null");
        Objects.requireNonNull(turnRules, "turnRules is null");
        Objects.requireNonNull(alertRules, "alertRules is null");
        if (recordBytesMax < RECORD_BYTES_LEAST || recordBytesMax > RECORD_BYTES_MAX) {
            throw new IllegalArgumentException("recordBytesMax is not from 128 KiB to 1 MiB");
        }
        Objects.requireNonNull(tallies, "tallies is null");
        Objects.requireNonNull(sessionInterval, "sessionInterval is null");
    }

    /** {@code retention}: how long turns are kept in tallies and in the turn log, by their start. */
    public record Tallies(
            Duration retention, DesireRules desireRules, OutageRules outageRules, BudgetRules budgetRules) {
        public Tallies {
            if (retention.isNegative() || retention.isZero()) {
                throw new IllegalArgumentException("retention is not positive");
            }
            Objects.requireNonNull(desireRules, "desireRules is null");
            Objects.requireNonNull(outageRules, "outageRules is null");
            Objects.requireNonNull(budgetRules, "budgetRules is null");
        }
    }
}
