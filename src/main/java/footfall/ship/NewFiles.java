package footfall.ship;

import footfall.line.Dialect;
import footfall.line.TranscriptName;
import footfall.tail.Disk;
import footfall.tail.Scan;
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

    private final Deque<NewFile> left;
    private List<NewFile> part = List.of();
    private long bytes;

    private NewFiles(Deque<NewFile> left) {
        this.left = left;
        left.forEach(file -> bytes += file.entry.size());
    }

    /** The minimum needed to order the files, because there may be a million. */
    record NewFile(Disk.Entry entry, Dialect dialect, Instant firstAt, long sessionHead) {
        private static final int HEAD_CHARS = 4;

        /** Like {@link Transcript#ORDER}, but the owner of copies is chosen by session before path. */
        static final Comparator<NewFile> ORDER = Comparator.comparing(
                        NewFile::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(NewFile::sessionHead, Long::compareUnsigned)
                .thenComparing(file -> file.name().source().session().value())
                .thenComparing(file -> file.path().toString());

        static NewFile of(Disk.Entry entry, Transcript head) {
            var source = head.source();
            var session = source.session().value();
            long first = 0;
            for (int i = 0; i < HEAD_CHARS; i++) {
                first = first << Character.SIZE | (i < session.length() ? session.charAt(i) : 0);
            }
            return new NewFile(entry, source.dialect(), head.firstAt(), first);
        }

        Path path() {
            return entry.path();
        }

        TranscriptName name() {
            return TranscriptPaths.name(entry.path(), dialect);
        }
    }

    static NewFiles none() {
        return new NewFiles(new ArrayDeque<>());
    }

    /** {@code unread} records the files that cannot be opened. */
    static NewFiles of(Scan.Found found, Set<Path> known, Disk disk, UnreadableFiles unread) {
        var files = new ArrayList<NewFile>();
        for (var entry : found.files()) {
            try {
                var head = known.contains(entry.path()) ? null : Transcript.open(entry.path(), disk.open(entry.path()));
                if (head != null) {
                    files.add(NewFile.of(entry, head));
                }
            } catch (IOException why) {
                unread.file(entry.path(), why);
            }
        }
        files.sort(NewFile.ORDER);
        var once = new ArrayDeque<NewFile>();
        for (var file : files) {
            if (once.isEmpty() || !once.getLast().path().equals(file.path())) { // Two homes may contain it.
                once.add(file);
            }
        }
        return new NewFiles(once);
    }

    /** The next part; empty at the end. */
    List<NewFile> next() {
        part = new ArrayList<>();
        while (part.size() < PART_FILES && !left.isEmpty()) {
            part.add(left.remove());
        }
        part.forEach(file -> bytes -= file.entry.size());
        return part;
    }

    /** Puts the files of the last part back that must be shipped again. */
    void back(Predicate<NewFile> isAgain) {
        for (int i = part.size() - 1; i >= 0; i--) {
            if (isAgain.test(part.get(i))) {
                left.push(part.get(i));
                bytes += part.get(i).entry.size();
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
