package footfall.run;

import footfall.broker.Reachability;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.relay.AlertMessage;
import footfall.relay.Delivery;
import footfall.relay.Dependencies;
import footfall.relay.Relay;
import footfall.relay.RelayOptions;
import footfall.relay.RelaySettings;
import footfall.relay.WebhookTarget;
import footfall.view.RelayMeter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The command {@code relay}: sends alerts until it is stopped, or up to the present end of the topic. */
public final class RelayRun implements AutoCloseable {
    private final Monitoring monitoring = new Monitoring();
    private final Relay relay;
    private final Reachability reachability;

    /** {@code group}: the consumer group. {@code isOnce}: ends by itself. */
    public record Options(Map<String, String> client, String group, RelaySettings settings, boolean isOnce) {
        public Options {
            client = Map.copyOf(client);
        }

        private RelayOptions in(Settings config) {
            return new RelayOptions(client, config.get(SettingKeys.TOPIC_PREFIX), group, settings, isOnce);
        }
    }

    private RelayRun(Settings config, Options options, WebhookTarget target, Consumer<Delivery> listener) {
        if (!options.isOnce) {
            monitoring.serve(config, true);
        }
        boolean isOpen = false;
        try {
            var dependencies = new Dependencies(monitoring.relayMeter(), listener, RealTime.CLOCK);
            relay = Relay.toWebhook(options.in(config), target, dependencies);
            isOpen = true;
        } finally {
            if (!isOpen) {
                monitoring.close();
            }
        }
        monitoring.relay(relay);
        reachability = Reachability.watch(options.client);
        monitoring.broker(reachability);
        monitoring.started();
    }

    /** Fails at once if the cluster does not answer, or has no such topics. */
    public static RelayRun start(Settings config, Options options, WebhookTarget target, Consumer<Delivery> listener)
            throws Exception {
        try {
            return new RelayRun(config, options, target, listener);
        } catch (RuntimeException foreseen) {
            throw Termination.reported(foreseen);
        }
    }

    /** Shows what would be sent now. */
    public static void show(Settings config, Options options, Consumer<AlertMessage> shown) throws Exception {
        var dependencies = new Dependencies(RelayMeter.NONE, delivery -> {}, RealTime.CLOCK);
        try (var relay = Relay.showing(options.in(config), shown, dependencies)) {
            relay.run();
        } catch (RuntimeException foreseen) {
            throw Termination.reported(foreseen);
        }
    }

    /** Returns when it was stopped, or at the end. */
    public void run() throws Exception {
        try {
            relay.run();
        } catch (RuntimeException foreseen) {
            monitoring.failed();
            throw Termination.reported(foreseen);
        }
    }

    /** Thread-safe. */
    public void stop() {
        monitoring.stopping();
        relay.stop();
    }

    /** The address of the HTTP server; empty if there is none. */
    public Optional<String> url() {
        return monitoring.url();
    }

    @Override
    public void close() {
        relay.close();
        reachability.close();
        monitoring.close();
    }
}
