package footfall.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Checks all guarantees in bounded time: a reader of committed records waits without a limit for an open transaction.
 */
final class GuaranteeCheck {
    private static final Duration READ_MAX = Duration.ofSeconds(60);

    private GuaranteeCheck() {}

    /** What is broken now. That the topics cannot be read to their ends counts as well. */
    static List<String> broken(Callable<Observed> observation) throws Exception {
        var check = new FutureTask<>(() -> Guarantee.allBroken(observation.call()));
        var thread = new Thread(check, "guarantees");
        thread.setDaemon(true);
        thread.start();
        try {
            return check.get(READ_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            check.cancel(true);
            return List.of("the topics, answers, table and page could not be read to their ends within "
                    + READ_MAX.toSeconds() + " s; is a transaction open?");
        } catch (ExecutionException why) {
            return List.of("the topics, answers, table or page could not be read: " + why.getCause());
        }
    }
}
