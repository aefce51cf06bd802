package footfall.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The browser of the user, opened by the program that the desktop has for this. At most {@code RUNNING_MAX} of these
 * programs run at once, because some of them run as long as the browser.
 */
final class Browser {
    private static final int RUNNING_MAX = 4;

    private final Path program;
    private final AtomicInteger running = new AtomicInteger();

    private Browser(Path program) {
        this.program = program;
    }

    /**
     * Empty without a desktop: on a terminal alone, {@code xdg-open} would start a browser in the terminal. {@code
     * system} is the name of the operating system.
     */
    static Optional<Browser> of(Map<String, String> variables, String system) {
        boolean isMac = system.startsWith("Mac");
        boolean hasDesktop = List.of("DISPLAY", "WAYLAND_DISPLAY").stream().anyMatch(name -> isSet(variables, name));
        return isMac || hasDesktop ? in(variables, isMac ? "open" : "xdg-open").map(Browser::new) : Optional.empty();
    }

    private static boolean isSet(Map<String, String> variables, String name) {
        return !variables.getOrDefault(name, "").isEmpty();
    }

    private static Optional<Path> in(Map<String, String> variables, String program) {
        return Arrays.stream(variables.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Whether the program ended without an error. Completes when it ends; at once if it does not start. */
    CompletionStage<Boolean> open(String url) {
        if (running.incrementAndGet() > RUNNING_MAX) {
            running.decrementAndGet();
            return CompletableFuture.completedFuture(false);
        }
        try {
            var process = new ProcessBuilder(program.toString(), url)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.onExit().thenApply(ended -> {
                running.decrementAndGet();
                return ended.exitValue() == 0;
            });
        } catch (IOException notStarted) {
            running.decrementAndGet();
            return CompletableFuture.completedFuture(false);
        }
    }
}
