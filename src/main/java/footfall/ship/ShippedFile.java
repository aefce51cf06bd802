package footfall.ship;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.OwnerUuids;
import footfall.line.RejectedBytes;
import footfall.redact.Redacted;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.ship.ReadAhead.RedactedTail.RedactedBatch;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.FileTail;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The shipping state of one file: what was sent, and how much is acknowledged. Not thread-safe. */
final class ShippedFile {
    private static final long COARSE_MS = 100;
    private static final int NEVER = -1;

    private final Path path;
    private final Dialect dialect;
    private final Shipping shipping;
    private ArrayDeque<InFlightBatch> underWay; // Null when idle, as most of a million files are.
    private Checkpoint.Entry acknowledged;
    private Checkpoint.Entry handed;
    private Redactor redactor;
    private long seenSize = NEVER;
    private long seenModifiedMs;
    private long size;
    private long blank;
    private boolean isGone;
    private boolean isRereading;
    private long waitsSinceMs = NEVER;

    ShippedFile(Path path, Checkpoint.Entry entry, Shipping shipping) {
        this.path = path;
        this.dialect = Dialects.ofFileId(entry.cursor().file().name());
        this.shipping = shipping;
        this.acknowledged = entry;
        this.handed = entry;
    }

    Path path() {
        return path;
    }

    FileId fileId() {
        return handed.cursor().file();
    }

    Dialect dialect() {
        return dialect;
    }

    Checkpoint.Entry acknowledged() {
        return acknowledged;
    }

    /** Whether no line of the file was acknowledged. */
    boolean isNew() {
        return acknowledged.cursor().isStart();
    }

    /** Sends new lines of the file. */
    void read(FileCheck check) throws IOException {
        try (var tail = FileTail.open(
                shipping.dependencies().disk(),
                path,
                position(),
                shipping.settings().lineBytesMax())) {
            if (!tail.isHalf()) {
                begin(tail);
                var lines = new ReadAhead.RedactedTail(tail, redactor, check.isQuiet());
                for (var batch = lines.next(); batch != null; batch = lines.next()) {
                    handOver(batch);
                }
            }
            looked(check, tail);
        }
    }

    private Cursor position() {
        var cursor = handed.cursor();
        var name = cursor.file().name();
        return cursor.isStart() && !isRereading
                ? Cursor.start(new FileId(name, "", shipping.state().generation(name), reader()))
                : cursor;
    }

    private int reader() {
        return shipping.reader(dialect);
    }

    /** Whether an older reader read the file. */
    boolean isOutdated() {
        return !isNew() && !isRereading && handed.cursor().file().reader() < reader();
    }

    /** The sessions of its lines that were sent last. */
    Set<String> sessions() {
        return handed.previous().keySet();
    }

    /** The file will be read from its beginning. */
    void readAgain() {
        handed = handed.readAgainBy(reader());
        isRereading = true;
        redactor = null;
        shipping.rested(this);
        unread();
    }

    private void begin(FileTail tail) throws IOException {
        if (tail.isReplaced()) {
            var replaced = tail.cursor().file();
            tail.restart(new FileId(replaced.name(), "", shipping.replaced(replaced), reader()));
            handed = Checkpoint.Entry.start(tail.cursor());
            redactor = shipping.redactor();
        } else if (redactor == null) {
            redactor = shipping.rested(this);
        }
        if (redactor == null) {
            var fresh = shipping.redactor();
            new ReadAhead.RedactedTail(tail, fresh, false).recall();
            redactor = fresh; // Only when it knows all that came before.
        }
    }

    /** The source from which another thread reads this new file. */
    ReadAhead.Source ahead(boolean isQuiet) {
        var start = position();
        return () -> new ReadAhead.RedactedTail(
                FileTail.open(
                        shipping.dependencies().disk(),
                        path,
                        start,
                        shipping.settings().lineBytesMax()),
                shipping.redactor(),
                isQuiet);
    }

    /** Like {@link #read}, for a new file that is read ahead. */
    void take(FileCheck check, ReadAhead.File ahead) throws IOException {
        for (var batch = ahead.next(); batch != null; batch = ahead.next()) {
            handOver(batch);
        }
        redactor = ahead.redactor();
        looked(check, ahead.end());
    }

    /** Releases the state that can be restored from the file. */
    void rest() {
        if (redactor != null) {
            shipping.rest(this, redactor);
            redactor = null;
        }
    }

    /** Resets the file to its acknowledged position. */
    void again() {
        handed = acknowledged;
        isRereading = false;
        underWay = null;
        redactor = null;
        shipping.rested(this);
        blank = 0;
        unread();
        waitsSince(NEVER);
    }

    /** Advances over the batches acknowledged in order. Returns whether the position changed. */
    boolean settle() {
        boolean isMoved = false;
        while (underWay != null && underWay.peek().isAcknowledged()) {
            var passed = underWay.remove();
            change(() -> acknowledged = passed.after());
            shipping.acknowledged(passed.count());
            underWay = underWay.isEmpty() ? null : underWay;
            isMoved = true;
        }
        return isMoved;
    }

    /** The check before a read; null if nothing is new. {@code isForGood}: no more lines will be appended. */
    FileCheck due(Disk.Entry entry, long nowMs, boolean isForGood) {
        boolean isSame = isSame(entry);
        boolean isWaiting = waitsSinceMs >= 0;
        boolean isQuiet = isForGood && (!isSame || isWaiting)
                || isSame
                        && isWaiting
                        && nowMs - waitsSinceMs >= shipping.settings().quiet().toMillis();
        return isSame && !isQuiet ? null : new FileCheck(entry, nowMs, isQuiet);
    }

    /** Whether the file cannot have changed since it was read. */
    private boolean isSame(Disk.Entry now) {
        return now.size() == seenSize && now.modifiedMs() == seenModifiedMs;
    }

    private void looked(FileCheck check, FileTail tail) {
        waitsSince(tail.waiting() > 0 && !check.isQuiet() ? check.atMs() : NEVER);
        change(() -> blank = tail.blank()); // Bytes that mean nothing are known now.
        shipping.files().read(path, tail.source().dialect(), redactor != null && redactor.isHeadMissing());
        // File times have a coarse resolution.
        boolean isOld = check.atMs() - check.entry().modifiedMs() > COARSE_MS;
        seenSize = isOld ? check.entry().size() : NEVER;
        seenModifiedMs = check.entry().modifiedMs();
    }

    /** The file could not be read to its end and must be checked again. */
    void unread() {
        seenSize = NEVER;
    }

    private void waitsSince(long ms) {
        waitsSinceMs = ms;
        shipping.files().halfWaiting(this, ms != NEVER);
    }

    /** Records that the file exists, and its size. Returns whether it had another one when it was last found. */
    boolean found(long bytes) {
        boolean isChanged = size > 0 && bytes != size;
        if (bytes != size || isGone) {
            change(() -> {
                size = bytes;
                isGone = false;
            });
        }
        return isChanged;
    }

    /** Updates its contribution to the totals over all files. */
    private void change(Runnable change) {
        shipping.files().subtract(this);
        change.run();
        shipping.files().add(this);
    }

    /** The size in bytes; 0 if the file is missing. */
    long size() {
        return size;
    }

    boolean isDeleted() {
        return isGone;
    }

    /** The number of unacknowledged bytes. */
    long behind() {
        return Math.max(0, size - blank - acknowledged.cursor().place());
    }

    /** The file is missing: if it reappears, it is read whatever its size. Returns whether no line is in flight. */
    boolean markDeleted() {
        change(() -> {
            size = 0;
            isGone = true;
        });
        seenSize = NEVER;
        waitsSince(NEVER);
        return !isUnderWay();
    }

    boolean isUnderWay() {
        return underWay != null;
    }

    private void handOver(RedactedBatch batch) {
        var from = handed.before(batch.after());
        var previous = from.previousNow();
        var owners = new OwnerUuids(from.owners());
        var passage = new InFlightBatch();
        for (var part : batch.parts()) {
            if (part instanceof RedactedLine line) {
                var owner = owner(line, owners);
                if (line.offset() >= from.skippedTo()) {
                    var skipped = from.isSkipped() ? shipping.state().skipped(line) : null;
                    long before = previous.getOrDefault(line.session().value(), -1L);
                    send(
                            new Outlet.Outgoing(
                                    line,
                                    before,
                                    owner,
                                    skipped,
                                    shipping.state().sender()),
                            previous,
                            passage);
                }
            } else if (part instanceof Redacted.Rejected refused
                    && refused.rejected().offset() >= from.skippedTo()) {
                passage.count().rejected(refused.rejected().reason());
                shipping.dependencies()
                        .outlet()
                        .send(batch.after().file().toString(), refused.rejected(), passage.record());
            }
        }
        isRereading = false;
        handed = new Checkpoint.Entry(batch.after(), previous, from.skippedTo(), owners.state());
        passage.ends(handed);
        underWay = underWay == null ? new ArrayDeque<>(1) : underWay;
        underWay.add(passage);
        shipping.files().sends(this);
        shipping.settleWhenDue();
    }

    private void send(Outlet.Outgoing outgoing, Map<String, Long> previous, InFlightBatch passage) {
        if (shipping.dependencies().outlet().send(outgoing, passage.record())) {
            passage.count().sent();
            previous.put(outgoing.line().session().value(), outgoing.line().offset());
        } else {
            passage.count().rejected(RejectedBytes.Reason.UNSENDABLE);
        }
    }

    private String owner(RedactedLine line, OwnerUuids owners) {
        return line.ownerUuids(owners)
                .ownerOther(shipping.state().prompts(), line.session().value());
    }

    /**
     * A check of a file for new lines. {@code entry}: the file at {@code atMs}; both are from before the file is
     * read. {@code isQuiet}: accept a valid last line without a newline.
     */
    record FileCheck(Disk.Entry entry, long atMs, boolean isQuiet) {}

    /**
     * Lines of one file that were sent together. When they and all previous batches are acknowledged, the file is
     * shipped up to {@link #after}.
     */
    private static final class InFlightBatch {
        /** One for the sender until the batch ends, and one for each unacknowledged record. */
        private final AtomicInteger open = new AtomicInteger(1);

        private final ShipCount count = new ShipCount();
        private Checkpoint.Entry after;

        Runnable record() {
            open.incrementAndGet();
            return open::decrementAndGet;
        }

        void ends(Checkpoint.Entry entry) {
            after = entry;
            open.decrementAndGet();
        }

        ShipCount count() {
            return count;
        }

        boolean isAcknowledged() {
            return open.get() == 0;
        }

        Checkpoint.Entry after() {
            return after;
        }
    }

    /** Sums of sent lines, or of acknowledged ones. Not thread-safe. */
    static final class ShipCount {
        private final Map<String, Long> rejected = new TreeMap<>();
        private long lines;

        void sent() {
            lines++;
        }

        void rejected(RejectedBytes.Reason reason) {
            rejected.merge(reason.word(), 1L, Long::sum);
        }

        void add(ShipCount more) {
            lines += more.lines;
            more.rejected.forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
        }

        ShipProgress progress(
                ShipBacklog backlog, UnreadableFiles unread, String unkept, Instant savedAt, long sender) {
            return new ShipProgress(
                    backlog.files(),
                    backlog.filesBehind(),
                    backlog.bytesBehind(),
                    lines,
                    rejected,
                    unread.why(),
                    backlog.headless(),
                    unkept,
                    savedAt,
                    null,
                    null,
                    false,
                    unread.excluded(),
                    backlog.agents(),
                    backlog.filesOutdated(),
                    sender,
                    0);
        }

        /**
         * The existing files, how many of them have bytes that are not acknowledged, and how many bytes. {@code
         * agents}: the number of files of each agent. {@code headless}: why files that were read have no effect. {@code
         * filesOutdated}: how many files are to be sent again, because an older reader read them.
         */
        record ShipBacklog(
                int files,
                int filesBehind,
                long bytesBehind,
                Map<String, Integer> agents,
                Map<Path, String> headless,
                int filesOutdated) {}
    }
}
