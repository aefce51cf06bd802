package footfall.ship;

import footfall.line.Dialect;
import footfall.line.TranscriptName;
import footfall.tail.Disk;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** New non-empty files of one scan, in reading order. */
final class NewFiles {
    /** Data read ahead of a file stays in memory until all files of its part are taken. */
    private static final int PART_FILES = 1_000;

    private final Deque<NewFile> left = new ArrayDeque<>();
    private List<NewFile> found = new ArrayList<>();
    private List<NewFile> part = List.of();
    private long bytes;

    /** The minimum needed to order and check the files, because there may be a million. */
    record NewFile(
            Path folder, Path file, long size, long modifiedMs, Dialect dialect, Instant firstAt, long sessionHead) {
        private static final int HEAD_CHARS = 4;

        /** Like {@link Transcript#ORDER}, but the owner of copies is chosen by session before path. */
        static final Comparator<NewFile> ORDER = Comparator.comparing(
                        NewFile::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(NewFile::sessionHead, Long::compareUnsigned)
                .thenComparing(file -> file.name().source().session().value())
                .thenComparing(file -> file.path().toString());

        /** {@code folder}: one object for all files in it. */
        static NewFile of(Path folder, Disk.Entry entry, Transcript head) {
            var source = head.source();
            var session = source.session().value();
            long first = 0;
            for (int i = 0; i < HEAD_CHARS; i++) {
                first = first << Character.SIZE | (i < session.length() ? session.charAt(i) : 0);
            }
            var file = entry.path().getFileName();
            return new NewFile(folder, file, entry.size(), entry.modifiedMs(), source.dialect(), head.firstAt(), first);
        }

        Path path() {
            return folder.resolve(file);
        }

        Disk.Entry entry() {
            return new Disk.Entry(path(), Disk.Kind.FILE, size, modifiedMs);
        }

        TranscriptName name() {
            return TranscriptPaths.name(path(), dialect);
        }
    }

    /** Adds the unknown files of one folder; returns the known ones. {@code unread} records unreadable files. */
    List<Disk.Entry> add(List<Disk.Entry> entries, Set<Path> known, Disk disk, UnreadableFiles unread) {
        var rest = new ArrayList<Disk.Entry>();
        var folder = entries.isEmpty() ? null : entries.get(0).path().getParent();
        for (var entry : entries) {
            var path = entry.path();
            if (known.contains(path)) {
                rest.add(entry);
                continue;
            }
            try {
                var head = Transcript.open(path, disk.open(path));
                if (head != null) {
                    found.add(NewFile.of(folder, entry, head));
                }
            } catch (IOException why) {
                unread.file(path, why);
            }
        }
        return rest;
    }

    /** After all were added. */
    NewFiles sorted() {
        found.sort(NewFile.ORDER);
        for (var file : found) {
            if (left.isEmpty() || !left.getLast().path().equals(file.path())) { // Two homes may contain it.
                left.add(file);
                bytes += file.size();
            }
        }
        found = null;
        return this;
    }

    /** The next part; empty at the end. */
    List<NewFile> next() {
        part = new ArrayList<>();
        while (part.size() < PART_FILES && !left.isEmpty()) {
            part.add(left.remove());
        }
        part.forEach(file -> bytes -= file.size());
        return part;
    }

    /** Puts the files of the last part back that must be shipped again. */
    void back(Predicate<NewFile> isAgain) {
        for (int i = part.size() - 1; i >= 0; i--) {
            if (isAgain.test(part.get(i))) {
                left.push(part.get(i));
                bytes += part.get(i).size();
            }
        }
        part = List.of();
    }

    /** Number of remaining files. */
    int count() {
        return left.size();
    }

    /** Total bytes of the remaining files. */
    long bytes() {
        return bytes;
    }
}
