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
 * The terminal while a view has it: its other screen, no cursor, keys one by one. Closed, it is as it was
 * before; it may be closed by any thread and more than once.
 */
final class LiveTerminal implements AutoCloseable {
  static {
    // JLine would send lines and corners in the character set of the VT100, which is UTF-8's no more.
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

  /** Empty where there is no terminal that could show a screen and give keys. */
  static Optional<LiveTerminal> open(boolean isColoured) {
    try {
      var terminal = TerminalBuilder.builder().system(true).dumb(false).build();
      if (terminal.getStringCapability(Capability.cursor_address) == null) {
        terminal.close();
        return Optional.empty();
      }
      var live = new LiveTerminal(terminal, isColoured);
      live.enter();
      return Optional.of(live);
    } catch (IOException | IllegalStateException none) {
      return Optional.empty();
    }
  }

  private void enter() {
    terminal.enterRawMode();
    terminal.puts(Capability.enter_ca_mode);
    terminal.puts(Capability.cursor_invisible);
    terminal.puts(Capability.keypad_xmit);
    terminal.flush();
    resize();
  }

  /** {@code resized} and {@code interrupted} are run by other threads. */
  void listen(Runnable resized, Runnable interrupted) {
    terminal.handle(Terminal.Signal.WINCH, signal -> resized.run());
    terminal.handle(Terminal.Signal.INT, signal -> interrupted.run());
    terminal.handle(Terminal.Signal.CONT, signal -> {
      enter();
      resized.run();
    });
  }

  Keyboard keyboard(Runnable pressed) {
    return new Keyboard(terminal.reader(), pressed);
  }

  /** Asks the terminal how large it is now; the next screen is drawn whole. */
  void resize() {
    var now = terminal.getSize();
    size = new ScreenSize(now.getColumns(), now.getRows());
    display.resize(now.getRows(), now.getColumns());
    display.clear();
  }

  ScreenSize size() {
    return size;
  }

  /** Sends what is not there yet. */
  void draw(List<AttributedString> lines) {
    display.update(new ArrayList<>(isColoured ? lines : Uncoloured.of(lines)), -1); // JLine changes the list.
  }

  /** Rings the bell, and asks for a desktop notification (OSC 9), which other terminals ignore. */
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
      // Nobody is left to see it.
    }
  }
}
