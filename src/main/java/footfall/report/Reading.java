package footfall.report;

import footfall.line.Dialect;
import footfall.line.RejectedBytes;
import footfall.tail.Excluded;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statistics of reading files: bytes and lines, rejected lines, and unreadable files. Names the first
 * {@code BAD_LINES_MAX} bad lines. {@code copies} are skipped duplicate files; {@code excluded} are skipped files of
 * excluded projects.
 */
public record Reading(
        int files,
        int copies,
        long bytes,
        long lines,
        Map<RejectedBytes.Reason, Long> rejected,
        List<BadLine> badLines,
        List<Unreadable> unreadable,
        Excluded excluded) {
    public static final int BAD_LINES_MAX = 10;

    public Reading {
        rejected = Map.copyOf(rejected);
        badLines = List.copyOf(badLines);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Rejected bytes; {@code number} is the line number from 1, {@code offset} the byte offset from 0.
     * {@code element} is the number from 1 in a file with more elements than lines; else 0.
     */
    public record BadLine(Path file, long number, long offset, long element, RejectedBytes.Reason reason) {
        /** {@code number}: 0 when unknown. */
        public static BadLine of(Path file, Dialect.Framing framing, long number, RejectedBytes bad) {
            boolean isElement = framing == Dialect.Framing.ELEMENTS && bad.offset() >= number;
            return new BadLine(file, number, bad.offset(), isElement ? bad.offset() + 1 : 0, bad.reason());
        }

        /** The reason, with the number of the element. */
        public String said() {
            return (element > 0 ? "element " + element + ": " : "") + reason.said();
        }
    }

    /** A file or folder that was not read, and the reason. */
    public record Unreadable(Path path, String why) {
        static Unreadable of(Path path, IOException why) {
            boolean isPlain = why instanceof NoSuchFileException || why instanceof AccessDeniedException;
            return new Unreadable(path, (isPlain ? "" : "cannot be read: ") + FailureReason.of(why));
        }

        public String message() {
            return path + ": " + why;
        }

        /** Sorted by path. */
        public static List<Unreadable> of(Map<Path, String> why) {
            return new TreeMap<>(why)
                    .entrySet().stream()
                            .map(file -> new Unreadable(file.getKey(), file.getValue()))
                            .toList();
        }
    }

    /** Receives the total number of bytes, then the bytes read. */
    public interface Progress {
        default void total(long bytes) {}

        default void read(long bytes) {}
    }

    public long rejectedLines() {
        return rejected.values().stream().mapToLong(Long::longValue).sum();
    }

    static final class Edit {
        int files;
        int copies;
        long bytes;
        long lines;
        final Map<RejectedBytes.Reason, Long> rejected = new EnumMap<>(RejectedBytes.Reason.class);
        final List<BadLine> badLines = new ArrayList<>();
        final List<Unreadable> unreadable = new ArrayList<>();
        Excluded excluded = Excluded.NONE;

        BadLine rejected(Transcript file, long number, RejectedBytes bad) {
            rejected.merge(bad.reason(), 1L, Long::sum);
            var named = BadLine.of(file.path(), file.source().dialect().framing(), number, bad);
            if (badLines.size() < BAD_LINES_MAX) {
                badLines.add(named);
            }
            return named;
        }

        /** A file of the list was not read after all. */
        void unreadable(Transcript file, IOException why) {
            files--;
            unreadable.add(Unreadable.of(file.path(), why));
        }

        /** No line of a file names the session, so none means anything. */
        void headMissing(Transcript file) {
            unreadable.add(new Unreadable(
                    file.path(), Transcripts.Found.headMissing(file.source().dialect())));
        }

        void add(Reading other) {
            files += other.files;
            bytes += other.bytes;
            lines += other.lines;
            other.rejected.forEach((reason, count) -> rejected.merge(reason, count, Long::sum));
            other.badLines.stream().limit(BAD_LINES_MAX - badLines.size()).forEach(badLines::add);
            unreadable.addAll(other.unreadable);
            excluded = excluded.and(other.excluded);
        }

        Reading done() {
            return new Reading(files, copies, bytes, lines, rejected, badLines, unreadable, excluded);
        }
    }
}
