package footfall.cli;

import footfall.screen.KeyPress;
import footfall.screen.Page.ScreenSize;
import footfall.screen.Uncoloured;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/**
 * The terminal while the live view uses it: alternate screen, hidden cursor, unbuffered keys. Closing
 * restores it; it can be closed repeatedly and from any thread.
 */
final class LiveTerminal implements AutoCloseable {
    static {
        // JLine would draw lines with the VT100 character set, which UTF-8 terminals do not support.
        System.setProperty(TerminalBuilder.PROP_DISABLE_ALTERNATE_CHARSET, "true");
    }

    private final Terminal terminal;
    private final Attributes before;
    private final Display display;
    private final AtomicBoolean isOpen = new AtomicBoolean(true);
    private ScreenSize size;

    private final boolean isColoured;

    private LiveTerminal(Terminal terminal, boolean isColoured) {
        this.terminal = terminal;
        this.isColoured = isColoured;
        this.before = terminal.getAttributes();
        this.display = new Display(terminal, true);
    }

    /** Empty when there is no terminal that can show the view and read keys. */
    static Optional<LiveTerminal> open(boolean isColoured) {
        try {
            var terminal = TerminalBuilder.builder().system(true).dumb(false).build();
            if (terminal.getStringCapability(Capability.cursor_address) == null) {
                terminal.close();
                return Optional.empty();
            }
            var live = new LiveTerminal(terminal, isColoured);
            live.enterScreen();
            return Optional.of(live);
        } catch (IOException | IllegalStateException none) {
            return Optional.empty();
        }
    }

    private void enterScreen() {
        terminal.enterRawMode();
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.cursor_invisible);
        terminal.puts(Capability.keypad_xmit);
        terminal.flush();
        resize();
    }

    /** {@code resized} and {@code interrupted} run on other threads. */
    void listen(Runnable resized, Runnable interrupted) {
        terminal.handle(Terminal.Signal.WINCH, signal -> resized.run());
        terminal.handle(Terminal.Signal.INT, signal -> interrupted.run());
        terminal.handle(Terminal.Signal.CONT, signal -> {
            enterScreen();
            resized.run();
        });
    }

    Keyboard keyboard(Runnable pressed) {
        return new Keyboard(terminal.reader(), pressed);
    }

    /** Reads the terminal's size; the next frame is drawn in full. */
    void resize() {
        var now = terminal.getSize();
        size = new ScreenSize(now.getColumns(), now.getRows());
        display.resize(now.getRows(), now.getColumns());
        display.clear();
    }

    ScreenSize size() {
        return size;
    }

    /** Writes the differences from the last frame. */
    void draw(List<AttributedString> lines) {
        display.update(new ArrayList<>(isColoured ? lines : Uncoloured.of(lines)), -1); // JLine changes it.
    }

    /** Rings the bell and requests a desktop notification (OSC 9), which other terminals ignore. */
    void notice(String words) {
        terminal.writer().write("\u0007\u001b]9;" + words + "\u001b\\");
        terminal.flush();
    }

    @Override
    public void close() {
        if (!isOpen.compareAndSet(true, false)) {
            return;
        }
        terminal.puts(Capability.keypad_local);
        terminal.puts(Capability.cursor_visible);
        terminal.puts(Capability.exit_ca_mode);
        terminal.flush();
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (IOException gone) {
            // The terminal was closed.
        }
    }

    /**
     * Reads keys on its own thread; at most {@code HELD_MAX} are queued, and reading pauses while the queue is
     * full. JLine sets terminal attributes while it reads, so close this before you change them.
     */
    static final class Keyboard implements AutoCloseable {
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
}
