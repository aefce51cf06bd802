package footfall.report;

import footfall.line.FileLines;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.RejectedBytes;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.WholeLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads whole transcripts on several threads, of which each reads a group of them alone, one file after the other in
 * their order: those that begin with the same session. At first, nobody else owns a prompt. When all are read, the
 * owners are asked for again, in the order of all files, and a group is read a second time that has a prompt of another
 * session, or lines of a session that another group has, too: both are one group then. So the result is that of one
 * thread that reads all files in their order.
 */
final class GroupedFiles {
    /** Of a chunk, which is a long line: only one thread at a time has such a one in memory. */
    private static final int LONG_BYTES = 4 << 20;

    private final History history;
    private final Reading.Progress progress;
    private final LineParser parser;
    private final ReentrantLock longLines = new ReentrantLock();

    GroupedFiles(History history, Reading.Progress progress) {
        this.history = history;
        this.progress = progress;
        this.parser = history.parser();
    }

    /** Makes something of the lines of a group of files. One thread at a time calls it. */
    interface Group {
        /**
         * The lines of one file after the other. Returns whether the line counts; {@code number} is that of the line in
         * the file, from 1; {@code details} is valid only during the call.
         */
        boolean line(Transcript file, long number, Parsed.Accepted part, LineDetails details);

        /** After the last line of a file. */
        default void fileEnds() {}

        /** After the last line of all. */
        void end();

        /** Those of the lines of a file. */
        Collection<String> sessions(Transcript file);

        /** Its files are read again by another one: takes back what it passed on. */
        default void withdraw() {}
    }

    /** Makes a group whose lines ask for their owners. */
    interface Maker<G> {
        G group(OwnerUuids.Owners owners);
    }

    /** A file, what was read of it, and the owners that its lines asked for. */
    static final class Read {
        private final Transcript file;
        private Reading.Edit reading = new Reading.Edit();
        private List<FoldedGroup.Asked> asked = new ArrayList<>();

        private Read(Transcript file) {
            this.file = file;
        }

        Transcript file() {
            return file;
        }

        Reading reading() {
            return reading.done();
        }

        List<FoldedGroup.Asked> asked() {
            return asked;
        }
    }

    /** Files in their order, and what was made of them. */
    record Made<G>(List<Read> files, G group) {}

    /** {@code changed}: groups of those that were kept whose prompts have other owners than before. */
    record Result<G>(List<Made<G>> groups, Set<FoldedGroup> changed) {
        /** The files, in their order. */
        List<Read> files() {
            return inOrder(
                    groups.stream().flatMap(group -> group.files.stream()).toList());
        }

        /** What was read of the files in a list. */
        Reading reading(TranscriptList of) {
            var sum = of.notRead();
            files().forEach(one -> sum.add(one.reading()));
            return sum.done();
        }
    }

    private static List<Read> inOrder(Collection<Read> files) {
        return files.stream()
                .sorted(Comparator.comparing(Read::file, Transcript.ORDER))
                .toList();
    }

    /** {@code kept}: groups that are not read, but whose prompts have owners, too. */
    <G extends Group> Result<G> read(List<Transcript> files, Collection<FoldedGroup> kept, Maker<G> maker)
            throws InterruptedException {
        var bySession = new LinkedHashMap<String, List<Read>>();
        for (var file : files) {
            bySession
                    .computeIfAbsent(file.begins().value(), none -> new ArrayList<>())
                    .add(new Read(file));
        }
        var first = read(List.copyOf(bySession.values()), false, maker);
        var owners = new OwnersAgain(
                kept,
                inOrder(first.stream().flatMap(group -> group.files.stream()).toList()));
        var groups = new ArrayList<Made<G>>();
        var again = new ArrayList<List<Read>>();
        for (var joined : joined(first)) {
            if (joined.size() == 1 && joined.get(0).files.stream().noneMatch(owners.others::contains)) {
                groups.add(joined.get(0));
            } else {
                joined.forEach(one -> one.group.withdraw());
                again.add(inOrder(
                        joined.stream().flatMap(one -> one.files.stream()).toList()));
            }
        }
        groups.addAll(read(again, true, maker));
        return new Result<>(groups, owners.changed);
    }

    /** Those with sessions in common, together. */
    private static <G extends Group> Collection<List<Made<G>>> joined(List<Made<G>> groups) {
        var all = Collections.<List<Made<G>>>newSetFromMap(new IdentityHashMap<>());
        var bySession = new HashMap<String, List<Made<G>>>();
        for (var one : groups) {
            List<Made<G>> joined = new ArrayList<>(1);
            joined.add(one);
            for (var session : sessions(one)) {
                var other = bySession.get(session);
                if (other != null && other != joined) {
                    all.remove(other);
                    joined.addAll(other);
                    for (var of : other) {
                        for (var same : sessions(of)) {
                            bySession.put(same, joined);
                        }
                    }
                }
                bySession.put(session, joined);
            }
            all.add(joined);
        }
        return all;
    }

    private static <G extends Group> List<String> sessions(Made<G> of) {
        return of.files.stream()
                .flatMap(file -> of.group.sessions(file.file).stream())
                .toList();
    }

    private <G extends Group> List<Made<G>> read(List<List<Read>> groups, boolean isAgain, Maker<G> maker)
            throws InterruptedException {
        var work = groups.stream()
                .map(files -> new Work<>(files, isAgain, maker))
                .sorted(Comparator.<Work<G>>comparingLong(Work::bytes).reversed())
                .toList();
        new Workers(work).read();
        return work.stream().map(Work::made).toList();
    }

    /** The largest groups come first, so that the threads end together; this thread is one of them. */
    private final class Workers {
        private final List<? extends Work<?>> all;
        private final AtomicInteger next = new AtomicInteger();
        private volatile Throwable failed;

        Workers(List<? extends Work<?>> all) {
            this.all = all;
        }

        void read() throws InterruptedException {
            var others = new ArrayList<Thread>();
            for (int i = 1; i < Math.min(history.threads(), all.size()); i++) {
                var other = new Thread(this::work, "fold");
                other.setDaemon(true);
                other.start();
                others.add(other);
            }
            work();
            try {
                for (var other : others) {
                    other.join();
                }
            } catch (InterruptedException stopped) {
                failed = stopped;
                throw stopped;
            }
            if (failed instanceof Error error) {
                throw error;
            } else if (failed != null) {
                throw (RuntimeException) failed;
            }
        }

        private void work() {
            try {
                var lent = new byte[History.CHUNK_BYTES];
                for (int i = next.getAndIncrement(); i < all.size() && !isStopped(); i = next.getAndIncrement()) {
                    all.get(i).read(lent, this);
                }
            } catch (RuntimeException | Error why) { // Needs no memory.
                failed = why;
            }
        }

        boolean isStopped() {
            return failed != null;
        }
    }

    private final class Work<G extends Group> {
        private final List<Read> files;
        private final boolean isAgain;
        private final Maker<G> maker;
        private Read reads;
        private int asked;
        private History.ChunkLines lines;
        private G group;

        Work(List<Read> files, boolean isAgain, Maker<G> maker) {
            this.files = files;
            this.isAgain = isAgain;
            this.maker = maker;
        }

        long bytes() {
            return files.stream().mapToLong(one -> one.file.size()).sum();
        }

        Made<G> made() {
            return new Made<>(files, group);
        }

        void read(byte[] lent, Workers workers) {
            group = maker.group(this::owner);
            try {
                for (var one : files) {
                    reads = one;
                    asked = 0;
                    read(one.file, lent, workers);
                    group.fileEnds();
                }
                group.end();
            } catch (OutOfMemoryError full) {
                throw NoMemory.in(reads.file.path(), lines == null ? 1 : lines.number(), full);
            }
        }

        /** What the file gained since it was read first has no other owner. */
        private String owner(OwnerUuids.Uuids uuids, String session) {
            if (uuids.isNone()) {
                return null;
            } else if (isAgain) {
                return asked < reads.asked.size() ? reads.asked.get(asked++).owner() : null;
            }
            reads.asked.add(FoldedGroup.Asked.of(uuids, session, null));
            return null;
        }

        private void read(Transcript file, byte[] lent, Workers workers) {
            var reading = new Reading.Edit();
            reading.files = 1;
            reads.reading = reading;
            var source = new FileLines(parser, file.source());
            lines = new History.ChunkLines(file, source);
            try (var chunks = WholeLines.of(file, History.CHUNK_BYTES, history.lineBytesMax())) {
                boolean hasLines = false;
                for (var chunk = next(chunks, lent); chunk != null && !workers.isStopped(); ) {
                    hasLines = true;
                    chunk(chunk);
                    chunk = next(chunks, lent);
                }
                var named = source.source();
                if (hasLines
                        && named.dialect().isHeadNeeded()
                        && named.threads().isEmpty()) {
                    reading.headMissing(file);
                }
            } catch (IOException why) {
                reading.unreadable(file, why);
            } finally {
                passLong();
            }
        }

        private Chunks.Chunk next(WholeLines chunks, byte[] lent) throws IOException {
            passLong();
            return chunks.next(lent, bytes -> {
                if (bytes > LONG_BYTES && !longLines.isHeldByCurrentThread()) {
                    longLines.lock();
                }
            });
        }

        private void passLong() {
            if (longLines.isHeldByCurrentThread()) {
                longLines.unlock();
            }
        }

        private void chunk(Chunks.Chunk chunk) {
            var file = reads.file;
            var reading = reads.reading;
            long bytes = chunk.bytes().length() + chunk.tooLong();
            try {
                lines.read(chunk, new History.ChunkLines.Reader() {
                    @Override
                    public void accepted(long number, Parsed.Accepted part, LineDetails details, long place) {
                        if (group.line(file, number, part, details)) {
                            reading.lines++;
                        }
                    }

                    @Override
                    public void rejected(long number, RejectedBytes rejected) {
                        reading.lines++;
                        reading.rejected(file, number, rejected);
                    }
                });
            } catch (OutOfMemoryError full) {
                throw NoMemory.at(file.path(), lines.number(), bytes, full);
            }
            reading.bytes += bytes;
            if (!isAgain) {
                synchronized (progress) {
                    progress.read(bytes);
                }
            }
        }
    }

    /** Asks for the owners of all prompts in the order of the files. */
    private static final class OwnersAgain {
        private final OwnerUuids.Owners prompts = OwnerUuids.Owners.of(new PromptIndex());
        private final Set<FoldedGroup> changed = Collections.newSetFromMap(new IdentityHashMap<>());
        /** With a prompt that another session owns. */
        private final Set<Read> others = Collections.newSetFromMap(new IdentityHashMap<>());

        private record Kept(FoldedGroup group, FoldedGroup.File file) {}

        OwnersAgain(Collection<FoldedGroup> kept, List<Read> files) {
            var before = kept.stream()
                    .flatMap(group -> group.files().stream().map(file -> new Kept(group, file)))
                    .sorted(Comparator.comparing(one -> one.file.order()))
                    .iterator();
            var next = before.hasNext() ? before.next() : null;
            for (var one : files) {
                var order = one.file.order();
                while (next != null && next.file.order().compareTo(order) < 0) {
                    ask(next);
                    next = before.hasNext() ? before.next() : null;
                }
                ask(one);
            }
            for (; next != null; next = before.hasNext() ? before.next() : null) {
                ask(next);
            }
        }

        private void ask(Kept one) {
            for (var line : one.file.asked()) {
                if (!Objects.equals(line.again(prompts), line.owner())) {
                    changed.add(one.group);
                }
            }
        }

        private void ask(Read one) {
            for (int i = 0; i < one.asked.size(); i++) {
                var owner = one.asked.get(i).again(prompts);
                if (owner != null) {
                    one.asked.set(i, one.asked.get(i).ownedBy(owner));
                    others.add(one);
                }
            }
        }
    }
}
