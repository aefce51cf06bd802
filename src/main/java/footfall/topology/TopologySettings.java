package footfall.topology;

import footfall.alert.AlertRules;
import footfall.session.SessionRules;
import footfall.turn.TurnRules;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.Objects;

/**
 * What governs the topology. {@code recordBytesMax}: no record's value passes it. {@code tallyRetention}: how
 * long the turn log keeps a turn, by its start. {@code sessionInterval}: see {@link SessionRules}.
 */
public record TopologySettings(
    String prefix, TurnRules turnRules, AlertRules alertRules, int recordBytesMax, Duration tallyRetention,
    Duration sessionInterval) {
  public static final int RECORD_BYTES_MAX = 1 << 20;
  public static final Duration TALLY_RETENTION = Duration.ofDays(90);

  public TopologySettings {
    Objects.requireNonNull(prefix, "prefix is null");
    Objects.requireNonNull(turnRules, "turnRules is null");
    Objects.requireNonNull(alertRules, "alertRules is null");
    if (recordBytesMax < 64 << 10 || recordBytesMax > RECORD_BYTES_MAX) {
      throw new IllegalArgumentException("recordBytesMax is not from 64 KiB to 1 MiB");
    }
    if (tallyRetention.isNegative() || tallyRetention.isZero()) {
      throw new IllegalArgumentException("tallyRetention is not positive");
    }
    Objects.requireNonNull(sessionInterval, "sessionInterval is null");
  }

  public static TopologySettings defaults() {
    var turns = TurnRules.defaults();
    var alerts = AlertRules.forLength(turns.lengthThreshold());
    return new TopologySettings(Channels.PREFIX, turns, alerts, RECORD_BYTES_MAX, TALLY_RETENTION,
        SessionRules.INTERVAL);
  }

  public TopologySettings with(TurnRules other) {
    return new TopologySettings(prefix, other, alertRules, recordBytesMax, tallyRetention, sessionInterval);
  }
}
