package footfall.cli;

import footfall.screen.KeyPress;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jline.utils.NonBlockingReader;

/**
 * Reads keys on its own thread; at most {@code HELD_MAX} are queued, and reading pauses while the queue is
 * full. JLine sets terminal attributes while it reads, so close this before you change them.
 */
final class Keyboard implements AutoCloseable {
    private static final int HELD_MAX = 1_000;
    private static final int ESCAPE = 27;
    /** The bytes of one key arrive together; a lone escape byte is the Escape key. */
    private static final long TOGETHER_MS = 40;
    /** JLine checks for an interrupt ten times a second. */
    private static final long CLOSE_MAX_MS = 2_000;

    private final BlockingQueue<KeyPress> held = new LinkedBlockingQueue<>(HELD_MAX);
    private final NonBlockingReader reader;
    private final Runnable pressed;
    private final Thread thread = new Thread(this::read, "footfall-keys");

    /** {@code pressed} runs after each key. */
    Keyboard(NonBlockingReader reader, Runnable pressed) {
        this.reader = reader;
        this.pressed = pressed;
    }

    Keyboard start() {
        thread.setDaemon(true);
        thread.start();
        return this;
    }

    void drain(Consumer<KeyPress> consumer) {
        for (int i = held.size(); i > 0; i--) {
            consumer.accept(held.remove());
        }
    }

    private void read() {
        try {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                var press = press(c);
                if (press != null) {
                    held.put(press);
                    pressed.run();
                }
            }
        } catch (IOException closed) {
            // The terminal was closed.
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private KeyPress press(int c) throws IOException {
        if (c == ESCAPE) {
            return escape();
        } else if (c == '\r' || c == '\n') {
            return KeyPress.of(KeyPress.Key.ENTER);
        } else if (c == 127 || c == 8) {
            return KeyPress.of(KeyPress.Key.BACKSPACE);
        } else if (c < ' ') {
            return null;
        }
        return Character.isHighSurrogate((char) c)
                ? KeyPress.of(Character.toCodePoint((char) c, (char) reader.read()))
                : KeyPress.of(c);
    }

    private KeyPress escape() throws IOException {
        int next = reader.peek(TOGETHER_MS);
        if (next != '[' && next != 'O') {
            return KeyPress.of(KeyPress.Key.ESCAPE);
        }
        reader.read();
        int c = reader.read(TOGETHER_MS);
        var number = new StringBuilder();
        while (c >= '0' && c <= '9' || c == ';') {
            number.append((char) c);
            c = reader.read(TOGETHER_MS);
        }
        return switch (c) {
            case 'A' -> KeyPress.of(KeyPress.Key.UP);
            case 'B' -> KeyPress.of(KeyPress.Key.DOWN);
            case 'H' -> KeyPress.of(KeyPress.Key.HOME);
            case 'F' -> KeyPress.of(KeyPress.Key.END);
            case '~' -> numbered(number.toString());
            default -> null;
        };
    }

    /** Home and End have different codes in xterm, the Linux console and rxvt. */
    private static KeyPress numbered(String number) {
        return switch (number) {
            case "1", "7" -> KeyPress.of(KeyPress.Key.HOME);
            case "4", "8" -> KeyPress.of(KeyPress.Key.END);
            case "5" -> KeyPress.of(KeyPress.Key.PAGE_UP);
            case "6" -> KeyPress.of(KeyPress.Key.PAGE_DOWN);
            default -> null;
        };
    }

    /** Stops reading keys. Thread-safe. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_MAX_MS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
