package footfall.ship;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Starts of a shipper that has no pauses, over the transcripts in {@code home} of a folder. */
final class Starts {
    private Starts() {}

    static Shipping over(Path folder, CheckpointFile checkpoint, Outlet outlet) throws IOException {
        var settings = new ShipSettings(
                List.of(folder.resolve("home")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ZERO,
                Duration.ZERO);
        var around = new Shipping.Dependencies(new LocalDisk(), outlet, checkpoint::save, Clock.systemUTC(), () -> {});
        return new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    /** One round and the end. */
    static void once(Path folder, CheckpointFile checkpoint, Outlet outlet) throws IOException {
        var shipping = over(folder, checkpoint, outlet);
        shipping.round();
        shipping.finish();
    }
}
