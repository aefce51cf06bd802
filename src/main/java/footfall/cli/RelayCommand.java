package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.folder.SecretFile;
import footfall.relay.Delivery;
import footfall.relay.Endpoint;
import footfall.relay.MessageFormat;
import footfall.relay.OtlpTarget;
import footfall.relay.RelaySettings;
import footfall.relay.Webhook;
import footfall.relay.WebhookTarget;
import footfall.relay.WebhookTarget.Signature;
import footfall.report.FailureReason;
import footfall.report.StandardInput;
import footfall.run.RelayRun;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "relay",
        header = "Send alerts to a webhook, or turns to OpenTelemetry.",
        description = "Reads the topic alerts and posts each alert, raised or cleared, at least once. What the "
                + "receiver does not accept goes to the topic undelivered. With --otlp, reads the topic turns and "
                + "exports each turn once. Runs until you stop it.",
        footer = {
            "  footfall relay --config FILE --webhook-file hook --format slack      post to a channel of Slack",
            "  footfall relay --config FILE --webhook-file hook --secret-file key   post signed JSON",
            "  footfall relay --config FILE --format teams --dry-run                print what would be posted now",
            "  footfall relay --config FILE --webhook-file hook --once              post what is there, then exit",
            "  footfall relay --config FILE --otlp http://localhost:4318            export turns as spans",
            "  footfall digest | footfall relay --digest - --webhook-file hook      post the week, as cron may do"
        })
final class RelayCommand extends SettingsCommand {
    private static final int LEVEL_MAX = 3;
    private static final int DIGEST_BYTES_MAX = 64 << 10;
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private WebhookOptions webhook;

    @Mixin
    private OtlpOptions otlp;

    @Option(
            names = "--level",
            paramLabel = "N",
            description = "Send alerts of level N (1 to 3) or above. Default: the key relay_level.")
    private Integer level;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "Consumer group. Relays with the same group share the alerts; each receiver needs its own. "
                    + "Default: footfall-relay-FORMAT or footfall-relay-otlp, with the key topic_prefix in place of "
                    + "footfall.")
    private String group;

    @Option(
            names = "--digest",
            paramLabel = "FILE",
            description = "Post the digest in FILE, - for standard input, as footfall digest prints it, then exit. "
                    + "Reads no topic.")
    private Path digest;

    @Option(names = "--once", description = "Send the alerts that exist, then exit.")
    private boolean once;

    @Option(
            names = "--dry-run",
            description = "Print the messages that would be sent now, one JSON object per line; send nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print one JSON object per message that was sent, one per line.")
    private boolean json;

    /** A message of a dry run. */
    record Message(String id, String contentType, JsonNode body) {}

    /** A turn of a dry run. */
    record ExportedTurn(String turnId, int revision, int spans) {}

    @Override
    public Integer call() throws Exception {
        check();
        var settings = settings();
        if (digest != null) {
            return digest(settings);
        }
        var options = new RelayRun.Options(
                cluster.client(settings),
                group(settings),
                rules(settings),
                once || dryRun,
                cluster.topicsWay(settingsOptions));
        try (var out = console.writer()) {
            if (otlp.isGiven()) {
                otlp(settings, options, out);
            } else {
                alerts(settings, options, out);
            }
            return ExitCodes.OK;
        } catch (UncheckedIOException unwritten) {
            throw unwritten.getCause();
        }
    }

    /** Posts one text, or prints what would be posted. */
    private int digest(Settings settings) throws Exception {
        var text = digestText();
        var target = webhook.target(console, !dryRun);
        if (dryRun) {
            try (var out = console.writer()) {
                print(out, text(Webhook.digestBody(text, target.format(), console.clock())));
            }
            return ExitCodes.OK;
        }
        var sent = Webhook.digest(text, target, rules(settings), console.clock());
        if (sent.reason() != null) {
            throw new CommandFailed("the receiver did not take the digest after "
                    + CountWords.of(sent.attempts(), "attempt") + ": "
                    + sent.reason().word()
                    + (sent.status() == null ? "" : ", status " + sent.status()));
        }
        try (var out = console.writer()) {
            print(out, json ? text(sent) : SafeText.of("sent " + sent.subject() + ", message " + sent.id()));
        }
        return ExitCodes.OK;
    }

    private String digestText() throws Exception {
        byte[] bytes;
        try (var in = digest.equals(StandardInput.TYPED) ? console.in().stream() : Files.newInputStream(digest)) {
            bytes = in.readNBytes(DIGEST_BYTES_MAX + 1);
        } catch (IOException why) {
            throw new CommandFailed("cannot read " + digest + " (--digest): " + FailureReason.of(why)
                    + "; name a file that you can read");
        }
        var text = new String(bytes, StandardCharsets.UTF_8);
        if (bytes.length > DIGEST_BYTES_MAX || text.isBlank()) {
            throw new CommandFailed(digest + " (--digest) is "
                    + (text.isBlank() ? "empty" : "no digest: it is too long") + "; give what footfall digest prints");
        }
        return text;
    }

    private void check() {
        if (digest != null && (otlp.isGiven() || level != null || group != null || once)) {
            throw usage("--digest cannot be combined with --otlp, --level, --group or --once");
        }
        if (dryRun && (once || json)) {
            throw usage("--dry-run cannot be combined with " + (once ? "--once" : "--json"));
        } else if (otlp.isGiven() && (webhook.isGiven() || level != null)) {
            throw usage("--otlp cannot be combined with --level, or with options of a webhook");
        } else if (level != null && level > LEVEL_MAX) {
            throw usage("--level is " + level + "; expected at most " + LEVEL_MAX);
        } else if (group != null && !GROUP.matcher(group).matches()) {
            throw usage("invalid group \"" + group + "\"; use letters, digits, \".\", \"_\" and \"-\"");
        }
        if (level != null) {
            atLeast(1, "--level", level);
        }
    }

    private void alerts(Settings settings, RelayRun.Options options, Writer out) throws Exception {
        var target = webhook.target(console, !dryRun);
        if (dryRun) {
            var format = target.format();
            RelayRun.show(
                    settings,
                    options,
                    message -> print(out, text(new Message(message.id(), format.contentType(), format.body(message)))));
        } else {
            run(RelayRun.start(settings, options, target, listener(out)));
        }
    }

    private void otlp(Settings settings, RelayRun.Options options, Writer out) throws Exception {
        var target = otlp.target(console, webhook.isHttpAllowed());
        if (dryRun) {
            RelayRun.showTurns(
                    settings,
                    options,
                    turn -> print(
                            out,
                            text(new ExportedTurn(
                                    turn.id().turnId(),
                                    turn.revision(),
                                    turn.steps().size() + 1))));
        } else {
            run(RelayRun.start(settings, options, target, listener(out)));
        }
    }

    private RelaySettings rules(Settings settings) {
        var rules = settings.relaySettings();
        return level == null ? rules : rules.withLevel(level);
    }

    private String group(Settings settings) {
        var prefix = settings.get(SettingKeys.TOPIC_PREFIX).replaceAll("[.]$", "");
        var kind = otlp.isGiven() ? "otlp" : webhook.format().word();
        return group == null ? prefix + "-relay-" + kind : group;
    }

    private void run(RelayRun relay) throws Exception {
        var stop = RunDisplay.StopSignal.armed(relay::stop);
        try (relay) {
            relay.url().ifPresent(url -> console.say("metrics and health at " + url));
            if (!once) {
                console.say((otlp.isGiven() ? "exporting turns" : "sending alerts") + "; Ctrl-C stops it");
            }
            relay.run();
        } finally {
            stop.close();
        }
    }

    private RelayRun.Listener listener(Writer out) {
        return new RelayRun.Listener() {
            @Override
            public void message(String message) {
                console.say(message);
            }

            @Override
            public void finished(Delivery delivery) {
                RelayCommand.this.finished(out, delivery);
            }
        };
    }

    private void finished(Writer out, Delivery delivery) {
        var records = CountWords.of(delivery.records(), otlp.isGiven() ? "turn" : "alert");
        if (delivery.reason() != null) {
            console.say(records + (otlp.isGiven() ? ", from " : " of ") + delivery.subject()
                    + (otlp.isGiven() ? ", not exported" : " went to the topic undelivered") + " after "
                    + CountWords.of(delivery.attempts(), "attempt") + ": "
                    + delivery.reason().word()
                    + (delivery.status() == null ? "" : ", status " + delivery.status()));
        }
        if (json) {
            print(out, text(delivery));
        } else if (delivery.reason() == null) {
            print(
                    out,
                    SafeText.of(
                            otlp.isGiven()
                                    ? "exported " + records + ", from " + delivery.subject()
                                    : "sent " + records + " of " + delivery.subject() + ", message " + delivery.id()));
        }
    }

    private static String text(Object record) {
        return SafeText.json(new String(Json.bytes(record), StandardCharsets.UTF_8));
    }

    private static void print(Writer out, String line) {
        try {
            out.write(line + "\n");
            out.flush();
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** Options that name a receiver of spans. No message contains its address or headers. */
    static final class OtlpOptions {
        private static final String VARIABLE = "OTEL_EXPORTER_OTLP_HEADERS";
        private static final String PATH = "/v1/traces";

        @Option(
                names = "--otlp",
                paramLabel = "URL",
                description =
                        "Export closed turns as spans of OpenTelemetry to URL, by OTLP over HTTP, instead of sending "
                                + "alerts. Without a path, /v1/traces is added.")
        private String url;

        @Option(
                names = "--otlp-headers-file",
                paramLabel = "FILE",
                description =
                        "Headers of the requests, for example for a login: name=value on each line of FILE, which "
                                + "only you may be able to read. Default: the variable OTEL_EXPORTER_OTLP_HEADERS.")
        private Path headersFile;

        boolean isGiven() {
            return url != null;
        }

        OtlpTarget target(Console console, boolean isHttpAllowed) throws CommandFailed {
            var checked = Endpoint.of(url, isHttpAllowed);
            if (checked.problem() != null) {
                throw new CommandFailed("the URL of --otlp " + checked.problem());
            }
            return new OtlpTarget(checked.endpoint().withDefaultPath(PATH), headers(console));
        }

        private Map<String, String> headers(Console console) throws CommandFailed {
            var from = headersFile == null ? "the variable " + VARIABLE : headersFile + " (--otlp-headers-file)";
            var text = headersFile == null
                    ? console.environment().variables().getOrDefault(VARIABLE, "")
                    : secret(headersFile, "--otlp-headers-file");
            return OtlpTarget.headers(text)
                    .orElseThrow(() -> new CommandFailed(from
                            + " is not a list of headers that HTTP allows; write name=value, "
                            + "separated by commas or lines, "
                            + "without line breaks in a value"));
        }
    }

    /** Options that name the receiver of messages. No message contains its address or the secret. */
    static final class WebhookOptions {
        private static final int SECRET_BYTES = 32;

        @Spec(Spec.Target.MIXEE)
        private CommandSpec command;

        @Option(
                names = "--webhook",
                paramLabel = "URL",
                description = "Post to URL. Other users of this machine can see it in the list of processes: prefer "
                        + "--webhook-file.")
        private String url;

        @Option(
                names = "--webhook-file",
                paramLabel = "FILE",
                description = "Post to the URL on the only line of FILE, which only you may be able to read.")
        private Path file;

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                converter = Formats.class,
                completionCandidates = Formats.class,
                description = "Format of the messages: json, cloudevents, slack or teams. Default: json.")
        private MessageFormat format;

        @Option(
                names = "--secret-file",
                paramLabel = "FILE",
                description =
                        "Sign the messages with the secret in FILE, which only you may be able to read: whsec_ and "
                                + "24 to 64 bytes in base64. It is created with random bytes if it is missing.")
        private Path secret;

        @Option(names = "--allow-http", description = "Allow a URL without TLS. On loopback it is always allowed.")
        private boolean allowHttp;

        static final class Formats extends ChoiceOptions.Constants<MessageFormat> {
            Formats() {
                super(MessageFormat.values());
            }
        }

        /** Whether an option is given that has no meaning for spans. */
        boolean isGiven() {
            return url != null || file != null || secret != null || format != null;
        }

        boolean isHttpAllowed() {
            return allowHttp;
        }

        /** {@code isNeeded}: false in a dry run, which needs no address. */
        WebhookTarget target(Console console, boolean isNeeded) throws CommandFailed {
            if (url != null && file != null) {
                throw usage("--webhook and --webhook-file exclude each other; give one of them");
            } else if (isNeeded && url == null && file == null) {
                throw usage("no receiver given; add --webhook-file FILE, or --webhook URL");
            }
            var endpoint = url == null && file == null ? null : endpoint();
            return new WebhookTarget(endpoint, format(), secret == null || !isNeeded ? null : signature(console));
        }

        MessageFormat format() {
            return format == null ? MessageFormat.JSON : format;
        }

        private Endpoint endpoint() throws CommandFailed {
            var from = file == null ? "the URL of --webhook" : "the URL in " + file + " (--webhook-file)";
            var checked = Endpoint.of(file == null ? url : secret(file, "--webhook-file"), allowHttp);
            if (checked.problem() != null) {
                throw new CommandFailed(from + " " + checked.problem());
            }
            return checked.endpoint();
        }

        private Signature signature(Console console) throws CommandFailed {
            try {
                if (SecretFile.create(secret, WebhookOptions::random)) {
                    console.say("created " + secret + "; the receiver needs its content to verify messages");
                }
            } catch (IOException why) {
                throw new CommandFailed("cannot create " + secret + " (--secret-file): " + FailureReason.of(why)
                        + "; name a file in a folder that you can write to");
            }
            return Signature.of(secret(secret, "--secret-file"))
                    .orElseThrow(
                            () -> new CommandFailed(secret + " (--secret-file) is not whsec_ and 24 to 64 bytes in "
                                    + "base64; delete it, and footfall creates a new one"));
        }

        private static String random() {
            var bytes = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(bytes);
            return Signature.secret(bytes);
        }

        private ParameterException usage(String message) {
            return new ParameterException(command.commandLine(), message);
        }
    }

    /**
     * Reads a file that only its owner may be able to read; no message contains its content. {@code option}: the option
     * that names the file.
     */
    static String secret(Path file, String option) throws CommandFailed {
        try {
            return SecretFile.read(file)
                    .orElseThrow(() -> new CommandFailed(
                            "other users can read " + file + " (" + option + "); restrict it with: chmod 600 " + file));
        } catch (IOException why) {
            throw new CommandFailed("cannot read " + file + " (" + option + "): " + FailureReason.of(why)
                    + "; name a file that you can read");
        }
    }
}
