package footfall.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** A real terminal that nobody looks at: keys are sent to it, and its screen is read. Closing ends it. */
final class Tmux implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    private static final AtomicInteger SERVERS = new AtomicInteger();

    private final Path socket;

    private Tmux(Path socket) {
        this.socket = socket;
    }

    static boolean isThere() throws InterruptedException {
        try {
            return new ProcessBuilder("tmux", "-V")
                            .redirectErrorStream(true)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException none) {
            return false;
        }
    }

    /** Runs a shell's command on a screen of this size. */
    static Tmux run(Path folder, int columns, int rows, String command) throws Exception {
        // A name of its own: the server of one that was closed may be about to end still.
        var tmux = new Tmux(folder.resolve("tmux-" + SERVERS.incrementAndGet()));
        tmux.call("-u", "-f", "/dev/null", "new-session", "-d", "-x", "" + columns, "-y", "" + rows, command);
        return tmux;
    }

    void keys(String... keys) throws Exception {
        var arguments = new ArrayList<>(List.of("send-keys"));
        arguments.addAll(List.of(keys));
        call(arguments.toArray(String[]::new));
    }

    void resize(int columns, int rows) throws Exception {
        call("resize-window", "-x", "" + columns, "-y", "" + rows);
    }

    /** The screen as text, once it is as wanted at two looks: at one it may be half drawn. */
    String screen(Predicate<String> wanted) {
        var earlier = new AtomicReference<String>();
        return Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> call("capture-pane", "-p"),
                        screen -> wanted.test(screen) & screen.equals(earlier.getAndSet(screen)));
    }

    String screenWith(String text) {
        return screen(screen -> screen.contains(text));
    }

    /** The screen as it is, with its colours as escape sequences. */
    String coded() throws Exception {
        return call("capture-pane", "-p", "-e");
    }

    private String call(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("tmux", "-S", socket.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    @Override
    public void close() throws IOException {
        new ProcessBuilder("tmux", "-S", socket.toString(), "kill-server")
                .start()
                .onExit()
                .join();
    }
}
