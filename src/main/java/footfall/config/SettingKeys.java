package footfall.config;

import footfall.alert.AlertRules;
import footfall.alert.BudgetRules;
import footfall.alert.OutageRules;
import footfall.desire.DesireRules;
import footfall.line.LineParser;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.redact.RedactRules.ErrorDetail;
import footfall.relay.RelaySettings;
import footfall.serve.ServeSettings;
import footfall.session.SessionRules;
import footfall.ship.ShipSettings.ShipperSettings;
import footfall.ship.ShipperReports;
import footfall.tail.ExcludedProjects;
import footfall.topology.TopologySettings;
import footfall.turn.TurnRules;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** All keys, in display order. */
public final class SettingKeys {
    private static final List<SettingKey<?>> MADE = new ArrayList<>();
    private static final TurnRules.Timers TIMERS = TurnRules.Timers.DEFAULTS;
    static final List<String> PRICE_COLUMNS = List.of("input", "output", "cache_write", "cache_read");

    public static final SettingKey<Integer> TURN_LENGTH_THRESHOLD = key(
            "turn_length_threshold",
            ValueTypes.whole(1, 1_000_000),
            TurnRules.LENGTH_THRESHOLD,
            "A turn with more steps is long.");
    public static final SettingKey<Integer> TURN_STEPS_MAX = key(
            "turn_steps_max",
            ValueTypes.whole(2, 100_000),
            TurnRules.STEPS_MAX,
            "Maximum steps in a turn record; of a longer turn, the first and last halves are kept.");
    public static final SettingKey<Integer> LINE_BYTES_MAX = key(
            "line_bytes_max",
            ValueTypes.size(1 << 10, 1 << 30),
            LineParser.LINE_BYTES_MAX,
            "A longer line of a transcript is rejected without being read.");
    public static final SettingKey<Integer> RECORD_BYTES_MAX = key(
            "record_bytes_max",
            ValueTypes.size(TopologySettings.RECORD_BYTES_LEAST, TopologySettings.RECORD_BYTES_MAX),
            TopologySettings.RECORD_BYTES_MAX,
            "Maximum size of a record on a topic.");
    public static final SettingKey<Duration> STOP_GRACE = duration(
            "stop_grace", TIMERS.stopGrace(), "Time without lines after a Stop hook until the turn is emitted.");
    public static final SettingKey<Duration> END_TURN_GRACE = duration(
            "end_turn_grace",
            TIMERS.endTurnGrace(),
            "Time without lines after the model's end_turn until the turn is emitted.");
    public static final SettingKey<Duration> IDLE_TIMEOUT =
            duration("idle_timeout", TIMERS.idleTimeout(), "Time without lines until any other open turn is emitted.");
    public static final SettingKey<Duration> SESSION_INTERVAL = duration(
            "session_interval",
            SessionRules.INTERVAL,
            "Delay from a line to the session summary that includes it; at most one summary per interval.");
    public static final SettingKey<Duration> SESSION_RETENTION = duration(
            "session_retention",
            TIMERS.sessionRetention(),
            "State of a session without lines for this long is deleted, except a stub.");
    public static final SettingKey<Duration> STUB_RETENTION = duration(
            "stub_retention",
            TIMERS.stubRetention(),
            "How long a stub prevents turn IDs from being assigned twice; at least session_retention. A stub "
                    + "whose turns are kept stays until they expire.");
    public static final SettingKey<Duration> TALLY_RETENTION = key(
            "tally_retention",
            ValueTypes.retention(),
            TopologySettings.KEEP_ALL,
            "How long lists and tallies keep a turn, by its start, and topics, by its ingestion. `stream` and `topics` "
                    + "of a team: 90d unless it is set. In file commands nothing expires.");
    public static final SettingKey<Integer> DESIRE_MIN_TURNS = key(
            "desire_min_turns",
            ValueTypes.whole(1, 1_000_000),
            DesireRules.MIN_TURNS,
            "Minimum number of long turns that make a pattern a desire.");
    public static final SettingKey<Integer> DESIRE_MIN_SESSIONS = key(
            "desire_min_sessions",
            ValueTypes.whole(1, 1_000_000),
            DesireRules.MIN_SESSIONS,
            "Minimum number of sessions that contain those turns.");
    public static final SettingKey<Duration> ALERT_DURATION = duration(
            "alert_duration",
            AlertRules.DURATION,
            "A turn that is open for this long raises an alert; again at 4 and 10 times as long.");
    public static final SettingKey<Integer> ALERT_ERROR_STREAK = key(
            "alert_error_streak",
            ValueTypes.whole(2, 1_000_000),
            AlertRules.ERROR_STREAK,
            "Failed calls in a row that raise an alert; again at 4 and 10 times as many.");
    public static final SettingKey<Integer> ALERT_REPEAT_LOOP = key(
            "alert_repeat_loop",
            ValueTypes.whole(2, 1_000_000),
            AlertRules.REPEAT_LOOP,
            "Rounds of a loop of one to three calls with the same input that raise an alert; again at 4 and 10 "
                    + "times as many.");
    public static final SettingKey<Duration> ALERT_WAITING = duration(
            "alert_waiting",
            AlertRules.WAITING,
            "An agent that waits for a person for this long raises an alert; again at 4 and 10 times as long.");
    public static final SettingKey<Duration> ALERT_MAX_AGE = duration(
            "alert_max_age",
            AlertRules.ALERT_MAX_AGE,
            "A line older than this when ingested is history and raises no alert.");
    public static final SettingKey<Integer> NOTIFY_LEVEL = key(
            "notify_level",
            ValueTypes.whole(0, 3),
            2,
            "Alerts of this level (1 to 3) or above ring the terminal bell of the live view and send a desktop "
                    + "notification; level 2 is a turn over 4 times turn_length_threshold. 0: never.");
    public static final SettingKey<Integer> OUTAGE_FAILURES = key(
            "outage_failures",
            ValueTypes.whole(2, OutageRules.FAILURES_MAX),
            OutageRules.FAILURES,
            "Failures of one tool or MCP server, at most half of them in one session, that raise an outage.");
    public static final SettingKey<Duration> OUTAGE_WINDOW = duration(
            "outage_window",
            OutageRules.WINDOW,
            "Window of these failures, by ingestion time; the outage ends when fewer than half remain in it.");
    public static final SettingKey<List<Path>> HOMES = computed(
            "homes",
            ValueTypes.paths(),
            Environment::agentHomes,
            "Folders of transcripts. An agent's own variable for its folder, such as CLAUDE_CONFIG_DIR, "
                    + "replaces the default folders of that agent.");
    public static final SettingKey<ExcludedProjects> PROJECTS_EXCLUDE = key(
            "projects_exclude",
            ValueTypes.projects(),
            ExcludedProjects.NONE,
            "Projects whose transcripts are not read, sent or shown. A glob without a slash matches the name "
                    + "of a project or of its folder in `projects`; one with a slash matches a folder and "
                    + "everything below it: `~/clients/*`. Case is ignored.");
    public static final SettingKey<Duration> RESCAN_INTERVAL = duration(
            "rescan_interval",
            ShipperSettings.RESCAN,
            "How often the shipper scans all homes without a change notification. With many files on local "
                    + "file systems, up to ten times less often.");
    public static final SettingKey<Integer> OTLP_PORT = key(
            "otlp_receiver_port",
            ValueTypes.whole(0, 65_535),
            0,
            "Port of this machine on which the shipper takes what agents report by OTLP over HTTP; 0: none.");
    public static final SettingKey<ErrorDetail> ERRORS = key(
            "errors",
            ValueTypes.choice(ErrorDetail.class, ErrorDetail::word),
            ErrorDetail.SUMMARY,
            "Error text that leaves the machine: summary: a masked line; message: 500 characters; off: none.");
    public static final SettingKey<RedactRules.Targets> TARGETS = key(
            "targets",
            ValueTypes.choice(RedactRules.Targets.class, RedactRules.Targets::word),
            RedactRules.Targets.ON,
            "Whether keyed hashes of paths and inputs leave the machine, which show what a turn repeats.");
    public static final SettingKey<Identity.Shown> IDENTITY_HOST = key(
            "identity_host",
            ValueTypes.choice(Identity.Shown.class, Identity.Shown::word),
            Identity.Shown.NAME,
            "How the machine is identified in data that leaves it.");
    public static final SettingKey<Identity.Shown> IDENTITY_USER = key(
            "identity_user",
            ValueTypes.choice(Identity.Shown.class, Identity.Shown::word),
            Identity.Shown.PSEUDONYM,
            "How the user is identified in data that leaves the machine; a pseudonym is a keyed hash.");
    public static final SettingKey<ShipperReports.ShareRemedies> SHARE_REMEDIES = key(
            "share_remedies",
            ValueTypes.choice(ShipperReports.ShareRemedies.class, ShipperReports.ShareRemedies::word),
            ShipperReports.ShareRemedies.OFF,
            "Whether a running `ship` tells the team of each remedy that --write applies from then on.");
    public static final SettingKey<String> TOPIC_PREFIX = key(
            "topic_prefix",
            ValueTypes.text(
                    Pattern.compile("(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,100}"),
                    "letters, digits, '.', '_' and '-' with at least one letter or digit"),
            "footfall.",
            "Prefix of all topic names.");
    public static final SettingKey<Integer> PARTITIONS = key(
            "partitions",
            ValueTypes.whole(1, 10_000),
            4,
            "Partitions of the topics that `up` creates; when set, `topics create` uses it too.");
    public static final SettingKey<Path> DATA_DIR = computed(
            "data_dir",
            ValueTypes.path(),
            environment -> environment.home().resolve(".footfall"),
            "Folder for footfall's data: stores, broker log, checkpoint.");
    public static final SettingKey<Integer> CACHE_BYTES_MAX = key(
            "cache_bytes_max",
            ValueTypes.size(0, 1 << 30),
            256 << 20,
            "Maximum size of `cache` in data_dir, where questions about files keep the turns of transcripts for the "
                    + "next question; 0: nothing is kept.");
    public static final SettingKey<Integer> BROKER_PORT = key(
            "broker_port",
            ValueTypes.whole(0, 65_535),
            0,
            "Port of the embedded broker on loopback; 0: the usual port, or a free one if it is in use.");
    public static final SettingKey<ServeSettings.Use> SERVE = key(
            "serve",
            ValueTypes.choice(ServeSettings.Use.class, ServeSettings.Use::word),
            ServeSettings.Use.AUTO,
            "Whether a process serves the API, the dashboard, metrics and health over HTTP; auto: all do but `ship`.");
    public static final SettingKey<String> SERVE_ADDRESS = key(
            "serve_address",
            ValueTypes.text(Pattern.compile("[A-Za-z0-9.:_%-]{1,253}"), "an address or host name"),
            ServeSettings.LOOPBACK,
            "Address to listen on. One that other machines can reach requires serve_token_file.");
    public static final SettingKey<Integer> SERVE_PORT = key(
            "serve_port",
            ValueTypes.whole(0, 65_535),
            ServeSettings.ANY_PORT,
            "Port to listen on; 0: " + ServeSettings.DEFAULT_PORT + ", or a free one if it is in use.");
    public static final SettingKey<List<String>> SERVE_NAMES = key(
            "serve_names",
            ValueTypes.hostNames(),
            List.of(),
            "Host names under which clients reach the process, besides its address.");
    public static final SettingKey<String> SERVE_ADVERTISED = key(
            "serve_advertised",
            ValueTypes.text(ServeSettings.ADVERTISED, "HOST or HOST:PORT"),
            "",
            "Where other instances of `stream` reach this one; empty: at serve_address and the port in use.");
    public static final SettingKey<Optional<Path>> SERVE_TOKEN_FILE = key(
            "serve_token_file",
            ValueTypes.optionalPath(),
            Optional.empty(),
            "File of the token that clients present to read metrics and answers, with pseudonyms of users; only you "
                    + "may be able to read it. It is created with random bytes if it is missing.");
    public static final SettingKey<Optional<Path>> SERVE_ADMIN_TOKEN_FILE = key(
            "serve_admin_token_file",
            ValueTypes.optionalPath(),
            Optional.empty(),
            "Token file of clients that see names of users. With neither, all on this machine see names.");
    public static final SettingKey<Optional<Path>> SERVE_TLS_CERT_FILE = key(
            "serve_tls_cert_file",
            ValueTypes.optionalPath(),
            Optional.empty(),
            "File of the server's certificate and those of its issuers, in PEM format: serve only over TLS.");
    public static final SettingKey<Optional<Path>> SERVE_TLS_KEY_FILE = key(
            "serve_tls_key_file",
            ValueTypes.optionalPath(),
            Optional.empty(),
            "File of its private key: PKCS #8 in PEM format, not encrypted; only you may be able to read it.");
    public static final SettingKey<Integer> SERVE_STREAM_CLIENTS = key(
            "serve_stream_clients",
            ValueTypes.whole(1, 3_000),
            1_000,
            "Maximum number of concurrent clients of the event stream; further ones are refused.");
    public static final SettingKey<Integer> RELAY_LEVEL = key(
            "relay_level", ValueTypes.whole(1, 3), RelaySettings.LEVEL, "`relay` sends alerts of this level or above.");
    public static final SettingKey<Duration> RELAY_WINDOW = duration(
            "relay_window",
            RelaySettings.WINDOW,
            "Alerts of one session, or of one tool, within this time become one message; each waits for it.");
    public static final SettingKey<Duration> RELAY_MAX_AGE = duration(
            "relay_max_age",
            RelaySettings.MAX_AGE,
            "An alert older than this is not sent, neither by a new consumer group nor after an interruption.");
    public static final SettingKey<Duration> RELAY_RETRY_MAX = duration(
            "relay_retry_max",
            RelaySettings.RETRY_MAX,
            "How long a message is retried; then its alerts are sent to the dead-letter topic.");
    public static final SettingKey<Duration> RELAY_TIMEOUT = duration(
            "relay_timeout", RelaySettings.TIMEOUT, "Time to connect to a receiver, and to wait for its answer.");
    public static final SettingKey<Duration> RELAY_TURN_DELAY = duration(
            "relay_turn_delay",
            RelaySettings.TURN_DELAY,
            "`relay --otlp` exports a turn after this time without a revision.");
    public static final SettingKey<LogFormat> LOG_FORMAT = key(
            "log_format",
            ValueTypes.choice(LogFormat.class, LogFormat::word),
            LogFormat.TEXT,
            "Format of messages and logs on stderr; json: one object per line, for processes without a terminal.");
    public static final SettingKey<Integer> THREADS = computed(
            "threads",
            ValueTypes.whole(1, 1_000),
            environment -> Runtime.getRuntime().availableProcessors(),
            "Threads that parse transcripts, and that process lines in `up`; default: one per processor.");
    public static final SettingKey<Map<String, BudgetRules.Budget>> BUDGETS = key(
            "budgets",
            ValueTypes.budgets(),
            Map.of(),
            "What a project may cost a day, week or month (UTC), in USD, before a budget alert: shop = \"20/day\".");
    public static final SettingKey<Map<String, String>> ALIASES = key(
            "aliases",
            ValueTypes.texts(),
            Map.of(),
            "Names for patterns and tools: \"Grep → Read{2+}\" = \"look around\".");
    public static final SettingKey<Map<String, Map<String, BigDecimal>>> PRICES = key(
            "prices",
            ValueTypes.rows(PRICE_COLUMNS, "cache_write_1h"),
            Map.of(),
            "USD per million tokens: [prices.\"claude-opus-4-6\"]. cache_write_1h is twice input unless set.");

    public static final List<SettingKey<?>> ALL = List.copyOf(MADE);

    /** The keys that people set, which the README lists. */
    public static final List<SettingKey<?>> USUAL = List.of(
            TURN_LENGTH_THRESHOLD,
            TALLY_RETENTION,
            ALERT_WAITING,
            HOMES,
            PROJECTS_EXCLUDE,
            ERRORS,
            IDENTITY_USER,
            TOPIC_PREFIX,
            DATA_DIR,
            SERVE_PORT,
            SERVE_TOKEN_FILE);

    private SettingKeys() {}

    private static SettingKey<Duration> duration(String name, Duration fallback, String doc) {
        return key(name, ValueTypes.duration(), fallback, doc);
    }

    private static <T> SettingKey<T> key(String name, SettingKey.ValueType<T> type, T fallback, String doc) {
        return computed(name, type, environment -> fallback, doc);
    }

    private static <T> SettingKey<T> computed(
            String name, SettingKey.ValueType<T> type, Function<Environment, T> fallback, String doc) {
        var key = new SettingKey<>(name, type, fallback, doc);
        MADE.add(key);
        return key;
    }
}
