package footfall.run;

import footfall.broker.EmbeddedBroker;
import java.util.concurrent.Callable;

/** Ends work whose broker is lost: Kafka's clients would wait for it without end. */
final class LostBroker {
    private LostBroker() {}

    /** The result of the work. Whatever fails after the broker is lost fails because of it. */
    static <T> T unless(EmbeddedBroker broker, Callable<T> work) throws Exception {
        var lost = broker.failure().toCompletableFuture();
        var interruption = lost.thenRun(Thread.currentThread()::interrupt);
        try {
            return work.call();
        } catch (Exception why) {
            throw lost.isDone() ? lost.join() : why;
        } finally {
            if (!interruption.cancel(false)) {
                Thread.interrupted();
            }
        }
    }
}
