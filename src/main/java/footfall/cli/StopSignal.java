package footfall.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Notifies a running command that the process is ending (SIGTERM, Ctrl-C), and delays the exit until the
 * command has stopped, for at most {@code STOP_MAX}.
 */
final class StopSignal implements AutoCloseable {
    private static final Duration STOP_MAX = Duration.ofMillis(4_800);

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Runnable onStop;
    private final Thread hook = new Thread(this::end, "footfall-stop");
    private volatile boolean isAsked;

    private StopSignal(Runnable onStop) {
        this.onStop = onStop;
    }

    /** {@code onStop} runs once, on another thread, when the process is ending. */
    static StopSignal armed(Runnable onStop) {
        var signal = new StopSignal(onStop);
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    private void end() {
        isAsked = true;
        onStop.run();
        try {
            stopped.await(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
        if (!isAsked) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                // The process is already ending, and the hook returns at once.
            }
        }
    }
}
