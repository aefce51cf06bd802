package footfall.ask;

import java.time.Duration;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.LongSupplier;

/**
 * How other instances are asked; {@code nanos} is a monotonic clock. {@code alone}: for the scans of a question that
 * no other instance is asked.
 */
record Asking(Peers peers, ThreadPoolExecutor threads, Suspects suspects, LongSupplier nanos, Duration alone) {}
