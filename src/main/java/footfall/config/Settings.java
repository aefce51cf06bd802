package footfall.config;

import footfall.alert.AlertRules;
import footfall.alert.OutageRules;
import footfall.broker.BrokerSettings;
import footfall.desire.DesireRules;
import footfall.redact.ErrorDetail;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.topology.TopologySettings;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import footfall.turn.Watch;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What holds, checked as a whole: by key, and as the settings records of the packages. */
public final class Settings {
  private final Map<Key<?>, Setting<?>> all;
  private final Environment environment;

  Settings(Map<Key<?>, Setting<?>> all, Environment environment) {
    this.all = new LinkedHashMap<>(all);
    this.environment = environment;
  }

  public <T> T get(Key<T> key) {
    return of(key).value();
  }

  /** In the order of {@link Keys#ALL}. */
  public List<Setting<?>> all() {
    return List.copyOf(all.values());
  }

  @SuppressWarnings("unchecked") // Every key is put with its own setting.
  <T> Setting<T> of(Key<T> key) {
    return (Setting<T>) all.get(key);
  }

  /** Whether no source sets the key. */
  public boolean isDefault(Key<?> key) {
    return of(key).from().equals(Setting.DEFAULT);
  }

  /** With all prices: the listed ones, and over them the configured. */
  public TurnRules turnRules() {
    return new TurnRules(get(Keys.TURN_LENGTH_THRESHOLD), get(Keys.TURN_STEPS_MAX), timers(), prices());
  }

  private TurnRules.Timers timers() {
    return new TurnRules.Timers(
        get(Keys.STOP_GRACE),
        get(Keys.END_TURN_GRACE),
        get(Keys.IDLE_TIMEOUT),
        get(Keys.SESSION_RETENTION),
        get(Keys.STUB_RETENTION),
        Watch.NONE);
  }

  public Prices prices() {
    return PriceList.listed().with(PriceList.prices(get(Keys.PRICES)));
  }

  public DesireRules desireRules() {
    return new DesireRules(get(Keys.DESIRE_MIN_TURNS), get(Keys.DESIRE_MIN_SESSIONS));
  }

  public AlertRules alertRules() {
    return new AlertRules(
        get(Keys.TURN_LENGTH_THRESHOLD),
        get(Keys.ALERT_DURATION),
        get(Keys.ALERT_ERROR_STREAK),
        get(Keys.ALERT_REPEAT_LOOP),
        get(Keys.ALERT_MAX_AGE));
  }

  public TopologySettings topologySettings() {
    return new TopologySettings(
        get(Keys.TOPIC_PREFIX), turnRules(), alertRules(), get(Keys.RECORD_BYTES_MAX), tallies(), get(
            Keys.SESSION_INTERVAL));
  }

  private TopologySettings.Tallies tallies() {
    var outages = new OutageRules(get(Keys.OUTAGE_FAILURES), get(Keys.OUTAGE_WINDOW));
    return new TopologySettings.Tallies(get(Keys.TALLY_RETENTION), desireRules(), outages);
  }

  public BrokerSettings brokerSettings() {
    return new BrokerSettings(get(Keys.DATA_DIR).resolve("broker"), get(Keys.BROKER_PORT), Map.of());
  }

  public RedactRules redactRules() {
    var identity = new Identity.Rules(shown(get(Keys.IDENTITY_HOST)), shown(get(Keys.IDENTITY_USER)));
    return RedactRules.DEFAULTS.with(ErrorDetail.valueOf(get(Keys.ERRORS).name())).with(identity);
  }

  private static Identity.Shown shown(Keys.Identity how) {
    return Identity.Shown.valueOf(how.name());
  }

  /** A path as a person wrote it: {@code ~/} is the home. */
  public Path path(String text) {
    return environment.path(text);
  }
}
