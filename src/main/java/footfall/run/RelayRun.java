package footfall.run;

import footfall.broker.Reachability;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.relay.AlertMessage;
import footfall.relay.Delivery;
import footfall.relay.OtlpTarget;
import footfall.relay.Relay;
import footfall.relay.RelayFailed;
import footfall.relay.RelayOptions;
import footfall.relay.RelayOptions.Dependencies;
import footfall.relay.RelaySettings;
import footfall.relay.RelayStall;
import footfall.relay.WebhookTarget;
import footfall.report.UserError;
import footfall.turn.Turn;
import footfall.view.RelayMeter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The command {@code relay}: sends alerts or turns until it is stopped, or up to the present end of the topic. */
public final class RelayRun implements AutoCloseable {
    private static final long NOTICE_MS = 1_000;
    /** Longer than a rebalance usually takes. */
    private static final Duration UNASSIGNED_MAX = Duration.ofSeconds(5);

    private static final Dependencies SILENT = new Dependencies(RelayMeter.NONE, delivery -> {}, RealTime.CLOCK);

    private final Monitoring monitoring = new Monitoring();
    private final Supplier<Relay> opening;
    private final Reachability reachability;
    private volatile Relay relay;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final ClusterWait cluster;
    private final boolean isOnce;
    private volatile boolean isOpen = true;

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

    /** Receives messages, and the result of each delivery. */
    public interface Listener {
        void message(String message);

        void finished(Delivery delivery);
    }

    /** Opens a relay. */
    private interface Opening {
        Relay open(RelayOptions options, Dependencies around);
    }

    private RelayRun(Settings config, Options options, Opening opening, Listener listener)
            throws UserError, InterruptedException {
        cluster = new ClusterWait(listener::message, stopping);
        if (!options.isOnce) {
            monitoring.serve(config, true);
        }
        isOnce = options.isOnce;
        boolean isOpen = false;
        try {
            var dependencies = new Dependencies(monitoring.relayMeter(), listener::finished, RealTime.CLOCK);
            this.opening = () -> opening.open(options.in(config), dependencies);
            relay = opened().orElseThrow();
            isOpen = true;
        } finally {
            if (!isOpen) {
                monitoring.close();
            }
        }
        monitoring.relay(() -> relay.isRetrying());
        reachability = Reachability.watch(options.client, () -> relay.assigned());
        monitoring.broker(reachability);
        monitoring.relayInput(() -> relay.stall(), reachability);
        monitoring.started();
        if (!isOnce) {
            var watch = new Thread(() -> sayNotices(listener), "footfall-relay-watch");
            watch.setDaemon(true);
            watch.start();
        }
    }

    /** The thread of the relay may wait for the brokers at any place. */
    private void sayNotices(Listener listener) {
        Optional<Running.Notice> before = Optional.empty();
        try {
            while (!stopping.await(NOTICE_MS, TimeUnit.MILLISECONDS)) {
                var now = notice();
                if (now.isPresent() && !now.equals(before)) {
                    listener.message(now.get().what() + "; " + now.get().next());
                } else if (now.isEmpty()) {
                    before.map(Running.Notice::ended).ifPresent(listener::message);
                }
                before = now;
            }
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    /** That it waits for the cluster is said elsewhere. */
    private Optional<Running.Notice> notice() {
        return isOpen
                ? reachability
                        .leaderless()
                        .map(RelayRun::cannotRead)
                        .or(() -> relay.stall().filter(RelayRun::isLong).map(RelayRun::stalled))
                : Optional.empty();
    }

    private static Running.Notice cannotRead(Reachability.Leaderless silent) {
        return new Running.Notice(
                "cannot read since " + silent.since().truncatedTo(ChronoUnit.SECONDS),
                "the leaders of partitions do not answer; waiting for the brokers",
                "all partitions can be read again");
    }

    private static boolean isLong(RelayStall stall) {
        return stall.since().plus(UNASSIGNED_MAX).isBefore(RealTime.CLOCK.instant());
    }

    private static Running.Notice stalled(RelayStall stall) {
        var since = stall.since().truncatedTo(ChronoUnit.SECONDS);
        return stall.kind() == RelayStall.Kind.UNASSIGNED
                ? new Running.Notice(
                        "no partitions since " + since,
                        "the group waits for a relay that ended, or its coordinator does not answer",
                        "the group has assigned partitions again")
                : new Running.Notice(
                        "cannot commit since " + since,
                        "waiting for the brokers; what is sent meanwhile may be sent again",
                        "the brokers accept commits again");
    }

    /** Sends alerts. Waits for a cluster that does not answer, but fails with {@code isOnce}, or without the topics. */
    public static RelayRun start(Settings config, Options options, WebhookTarget target, Listener listener)
            throws Exception {
        return started(() ->
                new RelayRun(config, options, (asked, around) -> Relay.toWebhook(asked, target, around), listener));
    }

    /** The same for turns. */
    public static RelayRun start(Settings config, Options options, OtlpTarget target, Listener listener)
            throws Exception {
        return started(
                () -> new RelayRun(config, options, (asked, around) -> Relay.toOtlp(asked, target, around), listener));
    }

    /** Starts a run. */
    private interface Start {
        RelayRun run() throws UserError, InterruptedException;
    }

    private static RelayRun started(Start start) throws Exception {
        try {
            return start.run();
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
        try {
            while (!isStopping() && !isDone()) {
                relay.close();
                openAgain();
            }
        } catch (RuntimeException foreseen) {
            monitoring.failed();
            throw Termination.reported(foreseen);
        }
    }

    /** False when the relay is to be opened again: the clock was set back, or the cluster stopped answering. */
    private boolean isDone() {
        try {
            return relay.run();
        } catch (RelayFailed why) {
            if (isOnce || !why.isOutage()) {
                throw why;
            }
            cluster.waits(why);
            return false;
        }
    }

    private void openAgain() throws UserError, InterruptedException {
        isOpen = false;
        opened().ifPresent(next -> relay = next);
        isOpen = true;
        if (isStopping()) {
            relay.stop();
        }
    }

    /** Empty when stopped before the cluster answers. */
    private Optional<Relay> opened() throws UserError, InterruptedException {
        return isOnce ? Optional.of(opening.get()) : cluster.answer(opening::get);
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
        stopping.countDown();
        relay.close();
        reachability.close();
        monitoring.close();
    }
}
