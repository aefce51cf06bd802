package footfall.run;

import footfall.shipper.ListedShipper;
import footfall.topology.LatestAnswer;
import footfall.view.Shippers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.DoubleSupplier;

/**
 * How many shippers are late, at most a minute ago; NaN if they cannot be read. A thread of its own reads them: a
 * scrape does not wait for brokers. Thread-safe.
 */
final class LateShippers implements DoubleSupplier {
    private static final long ASK_EVERY_MS = 60_000;

    private final Shippers shippers;
    private final LatestAnswer<Double> answer = new LatestAnswer<>(Double.NaN, ASK_EVERY_MS, RealTime.CLOCK::millis);

    LateShippers(Shippers shippers) {
        this.shippers = shippers;
    }

    @Override
    public double getAsDouble() {
        return answer.get(this::ask);
    }

    private CompletionStage<Double> ask() {
        return CompletableFuture.supplyAsync(this::count, LateShippers::start);
    }

    private static void start(Runnable task) {
        var thread = new Thread(task, "footfall-late-shippers");
        thread.setDaemon(true);
        thread.start();
    }

    private double count() {
        return shippers.list(RealTime.CLOCK.instant()).stream()
                .filter(ListedShipper::late)
                .count();
    }
}
