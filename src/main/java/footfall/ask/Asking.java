package footfall.ask;

import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.LongSupplier;

/** How other instances are asked; {@code nanos} is a monotonic clock. */
record Asking(Peers peers, ThreadPoolExecutor threads, Suspects suspects, LongSupplier nanos) {}
