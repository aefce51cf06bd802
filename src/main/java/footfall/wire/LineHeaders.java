package footfall.wire;

import footfall.line.FileId;
import footfall.line.Ids;
import footfall.line.Sha256;
import footfall.line.SkippedTurns;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * The headers {@code footfall.…} of a record on the topic {@code lines}, in UTF-8, absent for null.
 * {@code previousOffset}: the offset of the previous line sent for the same session from the same file, -1
 * for the first. {@code copiedFrom}: the session that owns the line's uuid, when it is another one.
 * {@code skipped}: the lines of its trail that were skipped. {@code parent}: as
 * {@link footfall.line.ParentChain#parent}, in hexadecimal. {@code sender}: the secret ID of the shipper, 0 for none.
 */
public record LineHeaders(
        FileId file,
        long offset,
        long previousOffset,
        String host,
        String user,
        String copiedFrom,
        SkippedTurns skipped,
        Long parent,
        long sender) {
    /** Incremented when lines change so that an older reader would misread them. */
    public static final int SCHEMA = 2;

    static final String SCHEMA_HEADER = "footfall.schema";

    /** Dialect, two names and a line hash; no file has a longer ID. */
    private static final int FILE_CHARS_MAX = 3 * Ids.LENGTH_MAX;

    /** Of a line whose own parent was sent, or that has none. */
    public LineHeaders(
            FileId file,
            long offset,
            long previousOffset,
            String host,
            String user,
            String copiedFrom,
            SkippedTurns skipped) {
        this(file, offset, previousOffset, host, user, copiedFrom, skipped, null, 0);
    }

    public void addTo(Headers headers) {
        add(headers, SCHEMA_HEADER, Integer.toString(SCHEMA));
        add(headers, "footfall.file", file.toString());
        add(headers, "footfall.reader", file.reader() == 0 ? null : Integer.toString(file.reader()));
        add(headers, "footfall.host", host);
        add(headers, "footfall.user", user);
        add(headers, "footfall.copied-from", copiedFrom);
        add(headers, "footfall.parent", parent == null ? null : Long.toHexString(parent));
        add(headers, "footfall.sender", sender == 0 ? null : Long.toHexString(sender));
        if (skipped != null) {
            // The owner is a separate header, so that a reader that does not know it can read the others.
            add(headers, "footfall.skipped", skipped.withOwner(null).toString());
            add(headers, "footfall.skipped-owner", skipped.copyOf());
        }
        // Last, because what differs between lines compresses best side by side.
        add(headers, "footfall.previous", Long.toString(previousOffset));
        add(headers, "footfall.offset", Long.toString(offset));
    }

    /** What others may know of the secret ID of a shipper: 16 hexadecimal digits, from which it is not found. */
    public static String hashOfSender(long sender) {
        var digest = Sha256.of(ByteBuffer.allocate(Long.BYTES).putLong(sender).array());
        return HexFormat.of().formatHex(digest, 0, Long.BYTES);
    }

    private static void add(Headers headers, String name, String value) {
        if (value != null) {
            headers.add(name, value.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Parses the headers; names are bounded. Empty when headers are missing, malformed or of a later schema.
     */
    public static Optional<LineHeaders> of(Headers headers) {
        try {
            if (!Integer.toString(SCHEMA).equals(text(headers, SCHEMA_HEADER))) {
                return Optional.empty();
            }
            long offset = Long.parseLong(text(headers, "footfall.offset"));
            long previous = Long.parseLong(text(headers, "footfall.previous"));
            boolean isPlace = offset >= 0 && previous >= -1 && previous < offset;
            return isPlace ? Optional.of(read(headers, offset, previous)) : Optional.empty();
        } catch (IllegalArgumentException | NullPointerException malformed) {
            return Optional.empty();
        }
    }

    private static LineHeaders read(Headers headers, long offset, long previous) {
        var skipped = text(headers, "footfall.skipped");
        var parent = text(headers, "footfall.parent");
        var sender = text(headers, "footfall.sender");
        return new LineHeaders(
                file(text(headers, "footfall.file"), text(headers, "footfall.reader")),
                offset,
                previous,
                name(headers, "footfall.host"),
                name(headers, "footfall.user"),
                name(headers, "footfall.copied-from"),
                skipped == null ? null : SkippedTurns.parse(skipped).withOwner(name(headers, "footfall.skipped-owner")),
                parent == null ? null : Long.valueOf(Long.parseUnsignedLong(parent, 16)),
                sender == null ? 0 : Long.parseUnsignedLong(sender, 16));
    }

    /** They become part of keys, rows and records, which have a maximum size. */
    private static String name(Headers headers, String name) {
        var text = text(headers, name);
        return text == null ? null : Ids.bounded(text);
    }

    private static FileId file(String text, String reader) {
        if (text.length() > FILE_CHARS_MAX) {
            throw new IllegalArgumentException("a file id is too long");
        }
        return FileId.parse(text).readBy(reader == null ? 0 : Integer.parseInt(reader));
    }

    static String text(Headers headers, String name) {
        var header = headers.lastHeader(name);
        return header == null || header.value() == null ? null : new String(header.value(), StandardCharsets.UTF_8);
    }
}
