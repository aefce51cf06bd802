package footfall.cli;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.relay.Delivery;
import footfall.relay.RelaySettings;
import footfall.run.RelayRun;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall relay}. */
@Command(
        name = "relay",
        header = "Send alerts to a webhook: Slack, Teams, or any HTTP receiver.",
        description = "Reads the topic alerts and posts each alert, raised or cleared, at least once. What the "
                + "receiver does not accept goes to the topic undelivered. Runs until you stop it.",
        footer = {
            "  footfall relay --config FILE --webhook-file hook --format slack      post to a channel of Slack",
            "  footfall relay --config FILE --webhook-file hook --secret-file key   post signed JSON",
            "  footfall relay --config FILE --format teams --dry-run                print what would be posted now",
            "  footfall relay --config FILE --webhook-file hook --once              post what is there, then exit"
        })
final class RelayCommand extends SettingsCommand {
    private static final int LEVEL_MAX = 3;
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9._-]{1,200}");

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private WebhookOptions webhook;

    @Option(
            names = "--level",
            paramLabel = "N",
            description = "Send alerts of level N (1 to 3) or above. Default: the key relay_level.")
    private Integer level;

    @Option(
            names = "--group",
            paramLabel = "GROUP",
            description = "Consumer group. Relays with the same group share the alerts; each receiver needs its own. "
                    + "Default: footfall-relay-FORMAT, with the key topic_prefix in place of footfall.")
    private String group;

    @Option(names = "--once", description = "Send the alerts that exist, then exit.")
    private boolean once;

    @Option(
            names = "--dry-run",
            description = "Print the messages that would be sent now, one JSON object per line; send nothing.")
    private boolean dryRun;

    @Option(names = "--json", description = "Print one JSON object per message that was sent, one per line.")
    private boolean json;

    RelayCommand(Console console) {
        super(console);
    }

    /** A message of a dry run. */
    record Message(String id, String contentType, JsonNode body) {}

    @Override
    public Integer call() throws Exception {
        if (dryRun && (once || json)) {
            throw usage("--dry-run cannot be combined with " + (once ? "--once" : "--json"));
        } else if (level != null && level > LEVEL_MAX) {
            throw usage("--level is " + level + "; expected at most " + LEVEL_MAX);
        } else if (group != null && !GROUP.matcher(group).matches()) {
            throw usage("invalid group \"" + group + "\"; use letters, digits, \".\", \"_\" and \"-\"");
        }
        if (level != null) {
            atLeast(1, "--level", level);
        }
        var settings = settings();
        var target = webhook.target(console, !dryRun);
        var options = new RelayRun.Options(cluster.client(settings), group(settings), rules(settings), once || dryRun);
        try (var out = console.writer()) {
            if (dryRun) {
                var format = target.format();
                RelayRun.show(
                        settings,
                        options,
                        message -> print(
                                out, text(new Message(message.id(), format.contentType(), format.body(message)))));
            } else {
                run(RelayRun.start(settings, options, target, delivery -> finished(out, delivery)));
            }
            return ExitCodes.OK;
        } catch (UncheckedIOException unwritten) {
            throw unwritten.getCause();
        }
    }

    private RelaySettings rules(Settings settings) {
        var rules = settings.relaySettings();
        return level == null
                ? rules
                : new RelaySettings(level, rules.window(), rules.maxAge(), rules.retryMax(), rules.timeout());
    }

    private String group(Settings settings) {
        var prefix = settings.get(SettingKeys.TOPIC_PREFIX).replaceAll("[.]$", "");
        return group == null ? prefix + "-relay-" + webhook.format().word() : group;
    }

    private void run(RelayRun relay) throws Exception {
        var stop = StopSignal.armed(relay::stop);
        try (relay) {
            relay.url().ifPresent(url -> console.say("metrics and health at " + url));
            if (!once) {
                console.say("sending alerts; Ctrl-C stops it");
            }
            relay.run();
        } finally {
            stop.close();
        }
    }

    private void finished(Writer out, Delivery delivery) {
        if (delivery.reason() != null) {
            console.say(CountWords.of(delivery.records(), "alert") + " of " + delivery.subject()
                    + " went to the topic undelivered after " + CountWords.of(delivery.attempts(), "attempt") + ": "
                    + delivery.reason().word() + (delivery.status() == null ? "" : ", status " + delivery.status()));
        }
        if (json) {
            print(out, text(delivery));
        } else if (delivery.reason() == null) {
            print(
                    out,
                    SafeText.of("sent " + CountWords.of(delivery.records(), "alert") + " of " + delivery.subject()
                            + ", message " + delivery.id()));
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
}
