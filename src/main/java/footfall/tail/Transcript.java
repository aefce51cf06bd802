package footfall.tail;

import footfall.line.Bytes;
import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileId;
import footfall.line.FileLines;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TranscriptName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;

/**
 * One transcript file at the time of the scan: its id, about its size in bytes, and its first timestamp (null if
 * there is none). {@code source}: of the first line, from the name; {@code named}: the same, unless the first lines
 * name another one; {@code begins}: the session of the first lines.
 */
public record Transcript(
        Path path, FileId id, Source source, Source named, SessionId begins, long size, Instant firstAt) {
    /** The order in which files are read, originals before forks; files without a timestamp are last. */
    public static final Comparator<Transcript> ORDER = Comparator.comparing(Transcript::order);

    /** What orders it among others. */
    public record Order(Instant firstAt, String session, String path) implements Comparable<Order> {
        private static final Comparator<Order> OLDEST_FIRST = Comparator.comparing(
                        Order::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(Order::session)
                .thenComparing(Order::path);

        @Override
        public int compareTo(Order other) {
            return OLDEST_FIRST.compare(this, other);
        }
    }

    /** Enough for the first timestamp of almost every file; grows for a longer line. */
    private static final int HEAD_BYTES = 8 << 10;

    private static final LineParser PARSER = new LineParser();

    /** Reads the head of a file; null if the file is empty or has no complete element yet. */
    public static Transcript open(Path path) throws IOException {
        return opened(path, LocalDisk.openFollowingLinks(path));
    }

    /** Like {@link #open(Path)}, of a path that was just listed. */
    public static Transcript openListed(Path path) throws IOException {
        return opened(path, LocalDisk.openListed(path));
    }

    private static Transcript opened(Path path, Disk.Opened file) throws IOException {
        var opened = open(path, file);
        return opened == null ? null : opened.with(SidecarFile.read(opened.source, path));
    }

    /** Like {@link #open(Path)}. Closes the file. */
    public static Transcript open(Path path, Disk.Opened file) throws IOException {
        try (file) {
            var begun = WithHead.of(file);
            if (begun.head.length() == 0) {
                return null;
            }
            long size = file.sizeAbout();
            if (DatabaseFile.isBegunBy(begun.head)) {
                DatabaseFile.of(path).list(false); // Says why it cannot be read.
                throw new Disk.DatabaseUnreadable("is a database of sessions, not a transcript", null);
            }
            var name = name(path, begun.head);
            var sizes = new Chunks.Sizes(HEAD_BYTES, LineParser.LINE_BYTES_MAX);
            if (name.source().dialect().framing() == Dialect.Framing.LINES) {
                return Head.of(name, new Chunks(begun, 0, sizes)).transcript(path, name, size);
            }
            var head = Head.of(name, Elements.live(begun, sizes));
            return head.hash.isEmpty() ? null : head.transcript(path, name, size);
        }
    }

    public Order order() {
        return new Order(firstAt, source.session().value(), path.toString());
    }

    /** The file beside it that says more about it, which may be missing; null if it has none. */
    public Path sidecar() {
        return SidecarFile.path(source, path);
    }

    private Transcript with(Source other) {
        return other == source ? this : new Transcript(path, id, other, named, begins, size, firstAt);
    }

    /** The source of a file, from its name and its first bytes. */
    public static Source source(Path path) throws IOException {
        try (var file = LocalDisk.openFollowingLinks(path)) {
            return source(path, file);
        }
    }

    /** The source of a file, from its name and its first bytes. Does not close the file. */
    static Source source(Path path, Disk.Opened file) throws IOException {
        return name(path, WithHead.of(file).head).source();
    }

    /** If a dialect claims the name, the name decides; otherwise the first bytes decide. */
    private static TranscriptName name(Path path, Bytes head) {
        var claimed = TranscriptPaths.dialect(path);
        return TranscriptPaths.name(path, claimed == Dialects.usual() ? Dialects.begunBy(head) : claimed);
    }

    /** A file whose first bytes were already read. */
    private record WithHead(Disk.Opened file, Bytes head) implements Disk.Opened {
        static WithHead of(Disk.Opened file) throws IOException {
            int length = (int) Math.min(HEAD_BYTES, file.size());
            return new WithHead(file, Bytes.of(file.bytes(0, length)));
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        public int read(ByteBuffer into, long at) throws IOException {
            if (at >= head.length()) {
                return file.read(into, at);
            }
            int count = (int) Math.min(into.remaining(), head.length() - at);
            into.put(head.array(), (int) at, count);
            return count;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static final class Head {
        private final FileLines lines;
        private String hash = "";
        private Instant firstAt;
        private SessionId begins;

        private Head(Source source) {
            this.lines = new FileLines(PARSER, source);
            this.begins = source.session();
        }

        static Head of(TranscriptName name, WholeLines lines) throws IOException {
            var head = new Head(name.source());
            try (lines) {
                for (var chunk = lines.next(); chunk != null; chunk = head.firstAt == null ? lines.next() : null) {
                    chunk.eachLine(head::line);
                }
            }
            return head;
        }

        Transcript transcript(Path path, TranscriptName name, long size) {
            var id = new FileId(word(name), hash, 0);
            return new Transcript(path, id, name.source(), lines.source(), begins, size, firstAt);
        }

        private String word(TranscriptName name) {
            var named = lines.source();
            var dialect = named.dialect();
            if (dialect.isIdInName(name) || named.threads().isEmpty()) {
                return name.word();
            }
            var own = named.agent() == null ? named.session().value() : named.agent();
            return dialect.word() + "/" + own;
        }

        void line(Bytes bytes, long offset) {
            if (offset == 0) {
                hash = hash(bytes);
            }
            if (firstAt == null) {
                for (var part : lines.parse(bytes, offset)) {
                    if (firstAt == null && part instanceof Parsed.Accepted accepted) {
                        firstAt = accepted.line().envelope().at();
                        begins = accepted.line().envelope().session();
                    }
                }
            }
        }
    }

    /** The hash of the first line, without its newline, for the file id. */
    static String hash(Bytes line) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update(line.array(), line.from(), line.length());
            return HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), 8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
