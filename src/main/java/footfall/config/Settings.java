package footfall.config;

import footfall.alert.AlertRules;
import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.broker.BrokerSettings;
import footfall.config.SettingKey.Setting;
import footfall.desire.DesireRules;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.relay.RelaySettings;
import footfall.serve.ServeSettings;
import footfall.topology.TopologySettings;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The effective settings after validation: by key, and as the settings records of the packages. */
public final class Settings {
    private final Map<String, Setting<?>> set;
    private final Environment environment;
    private final PriceList installed;

    /**
     * {@code set}: by the names of keys, what a source sets. The others have defaults, which are computed when asked
     * for: that of the homes loads all agents. {@code installed}: a price list in place of the built-in one, null for
     * none.
     */
    Settings(Map<String, Setting<?>> set, Environment environment, PriceList installed) {
        this.set = Map.copyOf(set);
        this.environment = environment;
        this.installed = installed;
    }

    public <T> T get(SettingKey<T> key) {
        return of(key).value();
    }

    /** In the order of {@link SettingKeys#ALL}. */
    public List<Setting<?>> all() {
        return SettingKeys.ALL.stream().<Setting<?>>map(this::of).toList();
    }

    @SuppressWarnings("unchecked") // Each key maps to a setting of its own type.
    <T> Setting<T> of(SettingKey<T> key) {
        var setting = (Setting<T>) set.get(key.name());
        return setting == null ? Setting.fallback(key, environment) : setting;
    }

    /** Whether no source sets the key. */
    public boolean isDefault(SettingKey<?> key) {
        return of(key).isDefault();
    }

    /** The built-in prices, overridden by the configured ones. */
    public TurnRules turnRules() {
        return turnRules(TurnRules.Timers.TURN_RETENTION);
    }

    private TurnRules turnRules(Duration turnRetention) {
        return new TurnRules(
                get(SettingKeys.TURN_LENGTH_THRESHOLD),
                get(SettingKeys.TURN_STEPS_MAX),
                timers(turnRetention),
                prices());
    }

    /** A text that is another one when a setting changes on which the meaning of transcripts depends. */
    public String ofReading() {
        var keys = List.of(
                SettingKeys.TURN_LENGTH_THRESHOLD,
                SettingKeys.TURN_STEPS_MAX,
                SettingKeys.LINE_BYTES_MAX,
                SettingKeys.STOP_GRACE,
                SettingKeys.END_TURN_GRACE,
                SettingKeys.IDLE_TIMEOUT,
                SettingKeys.SESSION_RETENTION,
                SettingKeys.STUB_RETENTION,
                SettingKeys.PROJECTS_EXCLUDE,
                SettingKeys.PRICES);
        return keys.stream().map(key -> of(key).shown()).toList() + " " + installed;
    }

    private TurnRules.Timers timers(Duration turnRetention) {
        return new TurnRules.Timers(
                get(SettingKeys.STOP_GRACE),
                get(SettingKeys.END_TURN_GRACE),
                get(SettingKeys.IDLE_TIMEOUT),
                get(SettingKeys.SESSION_RETENTION),
                get(SettingKeys.STUB_RETENTION),
                turnRetention,
                TurnRules.OpenTurnLimits.NONE);
    }

    /** The price list that is used. */
    public PriceList priceList() {
        return installed == null ? PriceListText.builtIn() : installed;
    }

    public Prices prices() {
        var listed = installed == null ? PriceListText.listed() : PriceListText.prices(installed);
        return listed.with(PriceList.prices(get(SettingKeys.PRICES)));
    }

    public DesireRules desireRules() {
        return new DesireRules(get(SettingKeys.DESIRE_MIN_TURNS), get(SettingKeys.DESIRE_MIN_SESSIONS));
    }

    public AlertRules alertRules() {
        return new AlertRules(
                get(SettingKeys.TURN_LENGTH_THRESHOLD),
                get(SettingKeys.ALERT_DURATION),
                get(SettingKeys.ALERT_ERROR_STREAK),
                get(SettingKeys.ALERT_REPEAT_LOOP),
                get(SettingKeys.ALERT_WAITING),
                get(SettingKeys.ALERT_MAX_AGE));
    }

    /** Of a processor for one machine. */
    public TopologySettings topologySettings() {
        return topologySettings(get(SettingKeys.TALLY_RETENTION));
    }

    /** Of a processor for a team. */
    public TopologySettings teamTopologySettings() {
        return topologySettings(teamTallyRetention());
    }

    public Duration teamTallyRetention() {
        return isDefault(SettingKeys.TALLY_RETENTION)
                ? TopologySettings.TALLY_RETENTION
                : get(SettingKeys.TALLY_RETENTION);
    }

    private TopologySettings topologySettings(Duration retention) {
        return new TopologySettings(
                get(SettingKeys.TOPIC_PREFIX),
                turnRules(retention),
                alertRules(),
                get(SettingKeys.RECORD_BYTES_MAX),
                tallies(retention),
                get(SettingKeys.SESSION_INTERVAL));
    }

    private TopologySettings.Tallies tallies(Duration retention) {
        var outages = new OutageRules(get(SettingKeys.OUTAGE_FAILURES), get(SettingKeys.OUTAGE_WINDOW));
        return new TopologySettings.Tallies(
                retention, desireRules(), outages, new BudgetRules(get(SettingKeys.BUDGETS)));
    }

    public BrokerSettings brokerSettings() {
        return new BrokerSettings(get(SettingKeys.DATA_DIR).resolve("broker"), get(SettingKeys.BROKER_PORT), Map.of());
    }

    public ServeSettings serveSettings() {
        return new ServeSettings(
                get(SettingKeys.SERVE),
                get(SettingKeys.SERVE_ADDRESS),
                get(SettingKeys.SERVE_PORT),
                serveNames(),
                new ServeSettings.TokenFiles(
                        get(SettingKeys.SERVE_TOKEN_FILE), get(SettingKeys.SERVE_ADMIN_TOKEN_FILE)),
                new ServeSettings.TlsFiles(get(SettingKeys.SERVE_TLS_CERT_FILE), get(SettingKeys.SERVE_TLS_KEY_FILE)));
    }

    /** Other instances name this one as it advertises itself. */
    private List<String> serveNames() {
        var names = new ArrayList<>(get(SettingKeys.SERVE_NAMES));
        var advertised = get(SettingKeys.SERVE_ADVERTISED).replaceFirst(":\\d+$", "");
        if (!advertised.isEmpty()) {
            names.add(advertised);
        }
        return names;
    }

    public RelaySettings relaySettings() {
        return new RelaySettings(
                get(SettingKeys.RELAY_LEVEL),
                get(SettingKeys.RELAY_WINDOW),
                get(SettingKeys.RELAY_MAX_AGE),
                get(SettingKeys.RELAY_RETRY_MAX),
                get(SettingKeys.RELAY_TIMEOUT),
                get(SettingKeys.RELAY_TURN_DELAY));
    }

    public RedactRules redactRules() {
        var identity = new Identity.Rules(get(SettingKeys.IDENTITY_HOST), get(SettingKeys.IDENTITY_USER));
        return RedactRules.DEFAULTS.with(get(SettingKeys.ERRORS)).with(identity);
    }
}
