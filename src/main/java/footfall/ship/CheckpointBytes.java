package footfall.ship;

import footfall.line.OwnerUuids;
import footfall.line.PromptIndex;
import footfall.line.SkippedTurns;
import footfall.tail.Cursor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;

/**
 * The binary format of a checkpoint. Numbers are big-endian. Texts are a length of two bytes and Java's
 * modified UTF-8:
 *
 * <pre>
 * magic "FFCP" | version 10 (4) | target (text) | sender (8)
 * count (4) | each file: path, name, hash (texts), generation, reader (4 each), offset (8),
 *                        first and last fingerprint: offset (8), length (4), crc (4) each, skippedTo (8),
 *                        count (4) of session (text), previous (8),
 *                        whether the next Assistant line is indexed (1),
 *                        count (4) of uuid of a prompt without an answer, its session (texts)
 * count (4) | each name with generations: name (text), generation (4)
 * count (4) | each session that owns prompts (text)
 * count (4) | each prompt: hash of its uuid (8), number of its session from 0 (4)
 * count (4) | each trail with skipped turns: trail, its skipped turns (texts)
 * count (4) | each deleted file: path (text), missing since, in ms (8)
 * CRC32C of all bytes before (4)
 * </pre>
 *
 * A path that is not ASCII is written as a file URI, which keeps its bytes in any locale. If a path is
 * invalid on this machine, only that file is ignored. If any byte is changed, the whole checkpoint is rejected.
 */
final class CheckpointBytes {
    private static final int MAGIC = 0x46464350;
    static final int VERSION = 10;
    private static final int HEAD_BYTES = 8;
    private static final int SUM_BYTES = 4;
    private static final int ASCII_MAX = 0x7F;

    private CheckpointBytes() {}

    static byte[] write(Checkpoint checkpoint) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeInt(MAGIC);
            out.writeInt(VERSION);
            out.writeUTF(checkpoint.target());
            out.writeLong(checkpoint.sender());
            out.writeInt(checkpoint.entries().size());
            for (var file : checkpoint.entries().entrySet()) {
                out.writeUTF(text(file.getKey()));
                entry(out, file.getValue());
            }
            out.writeInt(checkpoint.generations().size());
            for (var name : checkpoint.generations().entrySet()) {
                out.writeUTF(name.getKey());
                out.writeInt(name.getValue());
            }
            prompts(out, checkpoint.prompts());
            out.writeInt(checkpoint.skipped().size());
            for (var trail : checkpoint.skipped().entrySet()) {
                out.writeUTF(trail.getKey());
                out.writeUTF(trail.getValue().toString());
            }
            out.writeInt(checkpoint.goneSinceMs().size());
            for (var file : checkpoint.goneSinceMs().entrySet()) {
                out.writeUTF(text(file.getKey()));
                out.writeLong(file.getValue());
            }
            out.writeInt(sum(bytes.toByteArray(), bytes.size()));
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String text(Path path) {
        var text = path.toString();
        return text.chars().allMatch(letter -> letter <= ASCII_MAX)
                ? text
                : path.toUri().toString();
    }

    private static void prompts(DataOutputStream out, PromptIndex prompts) throws IOException {
        out.writeInt(prompts.sessions().size());
        for (var session : prompts.sessions()) {
            out.writeUTF(session);
        }
        out.writeInt(prompts.size());
        prompts.each((hash, session) -> {
            try {
                out.writeLong(hash);
                out.writeInt(session);
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        });
    }

    private static void entry(DataOutputStream out, Checkpoint.Entry entry) throws IOException {
        entry.cursor().write(out);
        out.writeLong(entry.skippedTo());
        out.writeInt(entry.previous().size());
        for (var sent : entry.previous().entrySet()) {
            out.writeUTF(sent.getKey());
            out.writeLong(sent.getValue());
        }
        out.writeBoolean(entry.owners().awaitsAssistant());
        out.writeInt(entry.owners().unanswered().size());
        for (var prompt : entry.owners().unanswered().entrySet()) {
            out.writeUTF(prompt.getKey());
            out.writeUTF(prompt.getValue());
        }
    }

    /** Empty if the checkpoint is corrupt or has another version. */
    static Optional<Checkpoint> read(byte[] bytes) {
        if (version(bytes).orElse(0) != VERSION) {
            return Optional.empty();
        }
        try (var in = new DataInputStream(
                new ByteArrayInputStream(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES - SUM_BYTES))) {
            return Optional.of(body(in));
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException broken) {
            return Optional.empty();
        }
    }

    /** The version of a checkpoint, of this one or another; empty if the bytes are corrupt. */
    static OptionalInt version(byte[] bytes) {
        int end = bytes.length - SUM_BYTES;
        if (end < HEAD_BYTES || ByteBuffer.wrap(bytes, end, SUM_BYTES).getInt() != sum(bytes, end)) {
            return OptionalInt.empty();
        }
        var head = ByteBuffer.wrap(bytes);
        return head.getInt() == MAGIC ? OptionalInt.of(head.getInt()) : OptionalInt.empty();
    }

    private static Checkpoint body(DataInputStream in) throws IOException {
        var checkpoint = Checkpoint.empty(in.readUTF(), in.readLong());
        for (int left = in.readInt(); left > 0; left--) {
            put(checkpoint.entries(), in.readUTF(), entry(in));
        }
        for (int left = in.readInt(); left > 0; left--) {
            checkpoint.generations().put(in.readUTF(), in.readInt());
        }
        var sessions = new ArrayList<String>();
        for (int left = in.readInt(); left > 0; left--) {
            sessions.add(in.readUTF());
        }
        for (int left = in.readInt(); left > 0; left--) {
            checkpoint.prompts().put(in.readLong(), sessions.get(in.readInt()));
        }
        for (int left = in.readInt(); left > 0; left--) {
            checkpoint.skipped().put(in.readUTF(), SkippedTurns.parse(in.readUTF()));
        }
        for (int left = in.readInt(); left > 0; left--) {
            put(checkpoint.goneSinceMs(), in.readUTF(), in.readLong());
        }
        return checkpoint;
    }

    /** Ignores a file whose path is invalid on this machine, as if it had never been read. */
    private static <V> void put(Map<Path, V> files, String text, V value) {
        Path path;
        try {
            path = text.startsWith("file:") ? Path.of(URI.create(text)) : Path.of(text);
        } catch (IllegalArgumentException nameless) { // From another locale.
            return;
        }
        files.put(path, value);
    }

    private static Checkpoint.Entry entry(DataInputStream in) throws IOException {
        var cursor = Cursor.read(in);
        long skippedTo = in.readLong();
        var previous = new LinkedHashMap<String, Long>();
        for (int left = in.readInt(); left > 0; left--) {
            previous.put(in.readUTF(), in.readLong());
        }
        return new Checkpoint.Entry(cursor, previous, skippedTo, owners(in));
    }

    private static OwnerUuids.State owners(DataInputStream in) throws IOException {
        boolean awaitsAssistant = in.readBoolean();
        var unanswered = new HashMap<String, String>();
        for (int left = in.readInt(); left > 0; left--) {
            unanswered.put(in.readUTF(), in.readUTF());
        }
        return new OwnerUuids.State(awaitsAssistant, unanswered);
    }

    private static int sum(byte[] bytes, int length) {
        var sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }
}
