package footfall.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * A buffered UTF-8 writer that replaces lone surrogates with {@code ?}. It encodes whole strings, because
 * the JDK's encoder goes character by character, which takes half the time of a brief before JIT
 * compilation. Not thread-safe.
 */
final class Utf8Writer extends Writer {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int NONE = -1;

    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int length;
    /** A high surrogate that waits for its low surrogate. */
    private int half = NONE;

    Utf8Writer(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int c) throws IOException {
        if (half == NONE && (c & 0xFFFF) < 0x80) {
            room(1);
            buffer[length++] = (byte) c;
        } else {
            write(String.valueOf((char) c));
        }
    }

    @Override
    public void write(char[] text, int from, int count) throws IOException {
        write(new String(text, from, count));
    }

    @Override
    public void write(String text, int from, int count) throws IOException {
        write(text.substring(from, from + count));
    }

    @Override
    public void write(String text) throws IOException {
        if (text.isEmpty()) {
            return;
        }
        var whole = half == NONE ? text : (char) half + text;
        char last = whole.charAt(whole.length() - 1);
        half = Character.isHighSurrogate(last) ? last : NONE;
        encode(half == NONE ? whole : whole.substring(0, whole.length() - 1));
    }

    private void encode(String text) throws IOException {
        encoded(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes text that is UTF-8 already, and complete. */
    void encoded(byte[] bytes) throws IOException {
        room(bytes.length);
        if (bytes.length > buffer.length) {
            out.write(bytes);
            return;
        }
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
    }

    private void room(int bytes) throws IOException {
        if (buffer.length - length < bytes) {
            drain();
        }
    }

    private void drain() throws IOException {
        int count = length;
        length = 0;
        out.write(buffer, 0, count);
    }

    /** A pending surrogate is kept. */
    @Override
    public void flush() throws IOException {
        drain();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        try (out) {
            if (half != NONE) {
                half = NONE;
                encode("?");
            }
            drain();
        }
    }
}
