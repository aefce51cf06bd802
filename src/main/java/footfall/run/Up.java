package footfall.run;

import footfall.broker.EmbeddedBroker;
import footfall.broker.RebalanceWatch;
import footfall.folder.CompressionLibraries;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.view.Shipped;
import java.nio.file.Path;
import java.util.List;

/**
 * Broker, topology and shipper in this process, running until stopped. All state is in the data folder, and
 * the next start continues from it.
 */
public final class Up extends StartedParts {
    private final OneShotSettings settings;
    private final footfall.config.Settings config;
    private final boolean isFromNow;
    private String title = "up";
    private OwnShipper shipper;

    private Up(OneShotSettings settings, footfall.config.Settings config, boolean isFromNow) {
        this.isFromNow = isFromNow;
        this.settings = settings;
        this.config = config;
    }

    /** {@code isFromNow}: the first start skips existing transcript lines. */
    public record Options(List<Path> homes, boolean isFromNow) {}

    /** Receives the stages of the start. */
    public interface Progress {
        void stage(String what);
    }

    /** Starts all parts; stops the started ones when one fails. */
    public static Up start(footfall.config.Settings config, Options asked, Progress progress) throws Exception {
        var up = new Up(OneShotSettings.of(config, asked.homes()), config, asked.isFromNow());
        up.start(() -> up.start(progress));
        return up;
    }

    private void start(Progress progress) throws Exception {
        serve(config);
        progress.stage("starting the broker");
        CompressionLibraries.load(settings.data().resolve("native"));
        var broker = started(EmbeddedBroker.start(settings.broker()));
        broker.failure().thenAccept(this::ends);
        var client = settings.ready(broker);
        progress.stage("starting the topology");
        var streaming = topology(Streaming.start(settings.topology(), settings.stream(broker), monitoring.meter()));
        streaming.failure().thenAccept(why -> ends(broker, why));
        cluster(client, settings.topology().prefix());
        started(RebalanceWatch.start(
                client, StreamSettings.applicationId(settings.topology().prefix())));
        shipper = started(OwnShipper.start(client, settings, config, isFromNow));
        monitoring.shipper(shipper::progress);
        shipper.failure().thenAccept(why -> ends(broker, why));
        title = "up on " + broker.bootstrapServers();
    }

    private void ends(EmbeddedBroker broker, Throwable why) {
        Termination.cause(broker, why).thenAccept(this::ends);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public boolean hasShipper() {
        return true;
    }

    @Override
    public Shipped shipped() {
        return shipper.shipped();
    }
}
