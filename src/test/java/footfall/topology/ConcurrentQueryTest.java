package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.QueryConfig;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One thread writes rows and another one asks for them: neither may wait for the other for ever. */
class ConcurrentQueryTest {
    private static final int LINES = 3_000;

    @TempDir
    Path state;

    @Test
    void whoAsksWithoutPauseNeverStopsWhoWrites() {
        var lines = session("s1").prompt(0, "go");
        for (int i = 0; i < LINES; i++) {
            lines.assistant(i, "m" + i, use("Read", "t" + i));
        }
        var sent = Shipment.of(lines).records();
        var isOver = new AtomicBoolean();
        var settings = Defaults.topology(Story.RULES);
        var driver = new Driver(settings, state, Transcripts.START);
        var store = driver.assembler();
        daemon(() -> {
            var query = KeyQuery.<Bytes, byte[]>withKey(Bytes.wrap(new byte[] {1}));
            while (!isOver.get()) {
                store.query(query, PositionBound.unbounded(), new QueryConfig(false));
            }
        });
        var written = daemon(() -> sent.forEach(one -> driver.arrive(List.of(one))));
        try {
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> written.isDone() || deadlocked() != null);
            assertThat(deadlocked()).as("threads that wait for each other").isNull();
            assertThat(written).isCompleted();
        } finally {
            isOver.set(true);
        }
        driver.close();
    }

    private static long[] deadlocked() {
        return ManagementFactory.getThreadMXBean().findDeadlockedThreads();
    }

    private static CompletableFuture<Void> daemon(Runnable work) {
        var done = new CompletableFuture<Void>();
        var thread = new Thread(() -> {
            try {
                work.run();
                done.complete(null);
            } catch (RuntimeException bug) {
                done.completeExceptionally(bug);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return done;
    }
}
