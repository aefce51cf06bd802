package footfall.run;

import footfall.broker.EmbeddedBroker;
import footfall.report.NoMemory;
import java.util.concurrent.Callable;

/** Ends work whose broker is lost: Kafka's clients would wait for it without end. */
final class LostBroker {
    private LostBroker() {}

    /** The result of the work. What fails after the broker is lost fails because of it, or because the heap is full. */
    static <T> T unless(EmbeddedBroker broker, Callable<T> work) throws Exception {
        var lost = broker.failure().toCompletableFuture();
        var interruption = lost.thenRun(Thread.currentThread()::interrupt);
        try {
            return work.call();
        } catch (Exception why) {
            throw lost.isDone() && NoMemory.causeOf(why).isEmpty() ? lost.join() : why;
        } finally {
            if (!interruption.cancel(false)) {
                Thread.interrupted();
            }
        }
    }
}
