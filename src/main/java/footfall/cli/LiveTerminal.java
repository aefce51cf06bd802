package footfall.cli;

import footfall.screen.ScreenSize;
import footfall.screen.Uncoloured;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

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
}
