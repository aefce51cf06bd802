package footfall.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The name of this machine from the operating system. Never queries the network as {@code InetAddress} does,
 * which may take minutes.
 */
final class HostName {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");
    private static final List<String> COMMAND = List.of("hostname");
    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    private HostName() {}

    /** Null when unknown. */
    static String ofThisMachine() {
        return of(KERNEL, COMMAND, ANSWER_MAX);
    }

    /** Read from the file, else from the output of the command. */
    static String of(Path file, List<String> command, Duration answerMax) {
        try {
            var name = Files.exists(file) ? Files.readString(file) : printed(command, answerMax);
            return name.isBlank() ? null : name.strip();
        } catch (IOException nameless) {
            return null;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static String printed(List<String> command, Duration answerMax) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            boolean ended = process.waitFor(answerMax.toMillis(), TimeUnit.MILLISECONDS);
            return ended && process.exitValue() == 0
                    ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    : "";
        } finally {
            process.destroyForcibly();
        }
    }
}
