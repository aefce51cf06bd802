package footfall.report;

import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.line.Ids;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Keeps what transcripts were folded into, for the next question about the same ones: a file for each set of places and
 * settings, which only its owner can read. The turns come first, then the {@link FoldedGroup}s. A file that is missing,
 * damaged or of another build is read as an empty one; a file that cannot be written, or is too large, is not kept.
 */
public final class FoldCache {
    /** Raised when the bytes of groups or turns get another form. */
    private static final int FORM = 8;

    private static final int TAIL_BYTES = 2 * Long.BYTES;
    private static final int INDEX_BYTES_MAX = 256 << 20;
    private static final String SUFFIX = ".turns";

    private final Path folder;
    private final long bytesMax;
    private final long bytesMin;
    private final String reader;
    private final RecordBytes form;

    /**
     * {@code bytesMax}: of all files together; the ones that were written first are deleted. {@code bytesMin}:
     * less of transcripts is faster to read than to keep. {@code reader}: the build and the settings on which the
     * meaning of transcripts depends.
     */
    public FoldCache(Path folder, Limits limits, String reader, RecordBytes form) {
        this.folder = folder;
        this.bytesMax = limits.bytesMax();
        this.bytesMin = limits.bytesMin();
        this.reader = reader;
        this.form = form;
    }

    public record Limits(long bytesMax, long bytesMin) {
        /** Keeps nothing. */
        public static final Limits NONE = new Limits(0, 0);

        /** Of transcripts, in bytes. */
        public static final long BYTES_MIN = 4 << 20;

        public static Limits of(long bytesMax) {
            return new Limits(bytesMax, BYTES_MIN);
        }
    }

    /** Keeps nothing. */
    public static FoldCache none() {
        return new FoldCache(Path.of(""), Limits.NONE, "", null);
    }

    boolean isOff() {
        return bytesMax == 0;
    }

    boolean isLargeEnough(long transcriptBytes) {
        return transcriptBytes >= bytesMin;
    }

    /** What was kept of the places; empty if nothing was. */
    KeptFold open(String places) {
        Disk.Opened file = null;
        try {
            file = LocalDisk.openFollowingLinks(path(places));
            return read(file);
        } catch (IOException missing) {
            close(file);
            return new KeptFold(null, List.of(), form);
        }
    }

    private static void close(Disk.Opened file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException gone) {
            // It was only read.
        }
    }

    private KeptFold read(Disk.Opened file) throws IOException {
        long end = file.size() - TAIL_BYTES;
        if (end < 0) {
            throw new IOException("truncated");
        }
        var tail = ByteBuffer.wrap(KeptFold.bytes(file, end, TAIL_BYTES));
        long begin = tail.getLong();
        if (begin < 0 || begin > end || end - begin > INDEX_BYTES_MAX) {
            throw new IOException("damaged");
        }
        var bytes = KeptFold.bytes(file, begin, (int) (end - begin));
        if (tail.getLong() != checksum(bytes)) {
            throw new IOException("damaged");
        }
        return new KeptFold(file, GroupBytes.read(bytes), form);
    }

    private static long checksum(byte[] bytes) {
        var sum = new CRC32();
        sum.update(FORM);
        sum.update(bytes);
        return sum.getValue();
    }

    /** The bytes of a turn: of one of the rows of a group. */
    interface Turns {
        byte[] bytes(int row) throws IOException;
    }

    /** The bytes of what the turns of a group used. */
    interface Used {
        byte[] bytes() throws IOException;
    }

    record ToKeep(FoldedGroup group, Turns turns, Used used) {}

    /** Keeps the groups in place of those that were kept of the places. */
    void write(String places, Iterable<ToKeep> groups) {
        try {
            OwnerOnly.newFolder(folder);
            var path = path(places);
            try (var file = AtomicFile.open(path)) {
                long size;
                try (var out = new BufferedOutputStream(file.output(), 1 << 16)) {
                    var written = new Written(out);
                    var moved = new ArrayList<FoldedGroup>();
                    for (var one : groups) {
                        moved.add(written.group(one));
                    }
                    var index = GroupBytes.of(moved);
                    out.write(index);
                    out.write(ByteBuffer.allocate(TAIL_BYTES)
                            .putLong(written.at)
                            .putLong(checksum(index))
                            .array());
                    size = written.at + index.length;
                }
                if (size > bytesMax) {
                    Files.deleteIfExists(path);
                    return;
                }
                file.replace();
            }
            trim(path);
        } catch (IOException notKept) {
            // The next question reads the transcripts again.
        }
    }

    private static final class Written {
        private final OutputStream out;
        private long at;

        Written(OutputStream out) {
            this.out = out;
        }

        FoldedGroup group(ToKeep one) throws IOException {
            var rows = new ArrayList<FoldedGroup.TurnRow>();
            for (int i = 0; i < one.group.turns().size(); i++) {
                rows.add(new FoldedGroup.TurnRow(one.group.turns().get(i).known(), place(one.turns.bytes(i))));
            }
            var used = place(one.used.bytes());
            return new FoldedGroup(one.group.files(), rows, one.group.errors(), one.group.sessions(), used);
        }

        private FoldedGroup.Place place(byte[] bytes) throws IOException {
            out.write(bytes);
            at += bytes.length;
            return new FoldedGroup.Place(at - bytes.length, bytes.length);
        }
    }

    /** Deletes files of other builds, and then the ones that were written first. */
    private void trim(Path written) throws IOException {
        List<Path> others;
        try (var all = Files.list(folder)) {
            others = all.filter(file -> file.getFileName().toString().endsWith(SUFFIX) && !file.equals(written))
                    .sorted(Comparator.comparing(FoldCache::writtenAt).reversed())
                    .toList();
        }
        long bytes = Files.size(written);
        for (var other : others) {
            bytes += Files.size(other);
            if (bytes > bytesMax || !other.getFileName().toString().startsWith(hash(reader))) {
                bytes -= Files.size(other);
                Files.deleteIfExists(other);
            }
        }
    }

    private static FileTime writtenAt(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException gone) {
            return FileTime.fromMillis(0);
        }
    }

    private Path path(String places) {
        return folder.resolve(hash(reader) + "-" + hash(places) + SUFFIX);
    }

    private static String hash(String text) {
        return HexFormat.of().toHexDigits(Ids.hash(text));
    }
}
