package footfall.ship;

import footfall.line.AgentReport;
import footfall.redact.RedactedLine;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * What agents report themselves, until the shipper's thread sends it; nothing of it is kept. A report waits a little
 * for the transcript of its session, and is dropped if that is not shipped. Adding is thread-safe.
 */
final class AgentReports {
    /** How often the shipper's thread looks for reports, once some may come. */
    static final long PAUSE_MS = 250;

    private static final int EVENTS_MAX = 20_000;
    private static final long PATIENCE_MS = 3_000;

    private final Queue<Batch> added = new ArrayDeque<>();
    private int size;
    private volatile boolean isUsed;

    /** {@code sent} completes when all of its events are acknowledged or dropped. */
    private static final class Batch {
        final List<AgentReport> reports;
        final CompletableFuture<Void> sent = new CompletableFuture<>();
        Instant foundAt;
        int left;

        Batch(List<AgentReport> reports) {
            this.reports = reports;
            this.left = reports.size();
        }

        synchronized void isSettled() {
            if (--left == 0) {
                sent.complete(null);
            }
        }
    }

    /** Returns what completes when they are acknowledged; null when too many wait. None: some may come. */
    synchronized CompletionStage<Void> add(List<AgentReport> reports) {
        isUsed = true;
        if (size + reports.size() > EVENTS_MAX) {
            return null;
        }
        var batch = new Batch(reports);
        if (reports.isEmpty()) {
            batch.sent.complete(null);
        } else {
            size += reports.size();
            added.add(batch);
        }
        return batch.sent;
    }

    private synchronized List<Batch> take() {
        var all = List.copyOf(added);
        added.clear();
        size = 0;
        return all;
    }

    private synchronized void putBack(Batch batch) {
        added.add(batch);
        size += batch.reports.size();
    }

    /** How long until there may be one. */
    synchronized long leftMs() {
        return !isUsed ? Long.MAX_VALUE : added.isEmpty() ? PAUSE_MS : 0;
    }

    void send(Shipping shipping) {
        if (!isUsed) {
            return;
        }
        var now = shipping.dependencies().clock().instant();
        for (var batch : take()) {
            batch.foundAt = batch.foundAt == null ? now : batch.foundAt;
            boolean isEarly = Math.abs(now.toEpochMilli() - batch.foundAt.toEpochMilli()) < PATIENCE_MS;
            boolean isKnown = batch.reports.stream().allMatch(one -> shipping.shipped(one.transcript()) != null);
            if (isKnown || !isEarly) {
                readCalls(shipping, batch.reports);
                batch.reports.forEach(one -> send(shipping, one, batch));
            } else {
                putBack(batch);
            }
        }
    }

    /** What is said of a call counts only after its line, which may have been written just now. */
    private static void readCalls(Shipping shipping, List<AgentReport> reports) {
        var names = new HashSet<String>();
        reports.forEach(one -> names.addAll(Arrays.asList(one.transcript(), one.ofAgent())));
        names.remove(null);
        shipping.round(names.stream()
                .map(shipping::shipped)
                .filter(Objects::nonNull)
                .map(ShippedFile::path)
                .collect(Collectors.toSet()));
    }

    private static void send(Shipping shipping, AgentReport report, Batch batch) {
        var transcript = shipping.shipped(report.transcript());
        if (transcript == null) {
            batch.isSettled();
        } else {
            shipping.send(RedactedLine.beside(report.event(), transcript.fileId()), batch::isSettled);
        }
    }
}
