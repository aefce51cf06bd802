package footfall.run;

import footfall.broker.Reachability;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.relay.AlertMessage;
import footfall.relay.Delivery;
import footfall.relay.Dependencies;
import footfall.relay.OtlpTarget;
import footfall.relay.Relay;
import footfall.relay.RelayFailed;
import footfall.relay.RelayOptions;
import footfall.relay.RelaySettings;
import footfall.relay.WebhookTarget;
import footfall.topology.ClockWatch;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The command {@code relay}: sends alerts or turns until it is stopped, or up to the present end of the topic. */
public final class RelayRun implements AutoCloseable {
    private static final long PAUSE_MS = 1_000;
    private static final Dependencies SILENT = new Dependencies(RelayMeter.NONE, delivery -> {}, RealTime.CLOCK);

    private final Monitoring monitoring = new Monitoring();
    private final Supplier<Relay> opening;
    private final Reachability reachability;
    private volatile Relay relay;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final boolean isOnce;

    /** As {@link RelayOptions}, without what the settings contain. */
    public record Options(
            Map<String, String> client, String group, RelaySettings settings, boolean isOnce, String topicsWay) {
        public Options {
            client = Map.copyOf(client);
        }

        private RelayOptions in(Settings config) {
            return new RelayOptions(client, config.get(SettingKeys.TOPIC_PREFIX), group, settings, isOnce, topicsWay);
        }
    }

    /** Opens a relay. */
    private interface Opening {
        Relay open(RelayOptions options, Dependencies around);
    }

    private RelayRun(Settings config, Options options, Opening opening, Consumer<Delivery> listener) {
        if (!options.isOnce) {
            monitoring.serve(config, true);
        }
        isOnce = options.isOnce;
        boolean isOpen = false;
        try {
            var dependencies = new Dependencies(monitoring.relayMeter(), listener, RealTime.CLOCK);
            this.opening = () -> opening.open(options.in(config), dependencies);
            relay = this.opening.get();
            isOpen = true;
        } finally {
            if (!isOpen) {
                monitoring.close();
            }
        }
        monitoring.relay(() -> relay.isRetrying());
        reachability = Reachability.watch(options.client);
        monitoring.broker(reachability);
        monitoring.started();
    }

    /** Sends alerts. Fails at once if the cluster does not answer, or has no such topics. */
    public static RelayRun start(Settings config, Options options, WebhookTarget target, Consumer<Delivery> listener)
            throws Exception {
        return started(() ->
                new RelayRun(config, options, (asked, around) -> Relay.toWebhook(asked, target, around), listener));
    }

    /** The same for turns. */
    public static RelayRun start(Settings config, Options options, OtlpTarget target, Consumer<Delivery> listener)
            throws Exception {
        return started(
                () -> new RelayRun(config, options, (asked, around) -> Relay.toOtlp(asked, target, around), listener));
    }

    private static RelayRun started(Supplier<RelayRun> start) throws Exception {
        try {
            return start.get();
        } catch (RuntimeException foreseen) {
            throw Termination.reported(foreseen);
        }
    }

    /** Shows the alerts that would be sent now. */
    public static void show(Settings config, Options options, Consumer<AlertMessage> shown) throws Exception {
        show(() -> Relay.showing(options.in(config), shown, SILENT));
    }

    /** Shows the turns that would be exported now. */
    public static void showTurns(Settings config, Options options, Consumer<Turn> shown) throws Exception {
        show(() -> Relay.showingTurns(options.in(config), shown, SILENT));
    }

    private static void show(Supplier<Relay> showing) throws Exception {
        try (var relay = showing.get()) {
            relay.run();
        } catch (RuntimeException foreseen) {
            throw Termination.reported(foreseen);
        }
    }

    /** Returns when it was stopped, or at the end. */
    public void run() throws Exception {
        var clock = ClockWatch.start(RealTime.CLOCK::millis, () -> relay.clockSetBack());
        try {
            while (!isStopping() && !relay.run()) {
                relay.close();
                openAgain();
            }
        } catch (RuntimeException foreseen) {
            monitoring.failed();
            throw Termination.reported(foreseen);
        } finally {
            clock.close();
        }
    }

    /** Waits for a cluster that does not answer now; it did when this started. */
    private void openAgain() throws InterruptedException {
        while (!isStopping() && !isOpenedAgain()) {
            stopping.await(PAUSE_MS, TimeUnit.MILLISECONDS);
        }
        if (isStopping()) {
            relay.stop();
        }
    }

    private boolean isOpenedAgain() {
        try {
            relay = opening.get();
            return true;
        } catch (RelayFailed why) {
            if (isOnce || !why.isOutage()) {
                throw why;
            }
            return false;
        }
    }

    private boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Thread-safe. */
    public void stop() {
        stopping.countDown();
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
