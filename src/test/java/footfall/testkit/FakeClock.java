package footfall.testkit;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The clock of child processes: that of this machine, and so many seconds. Needs Debian's libfaketime. */
public final class FakeClock {
    private static final Path LIBRARIES = Path.of("/usr/lib");

    private final Path file;
    private final Path library;

    /** {@code folder}: where the time is written down. */
    public FakeClock(Path folder, Path library) {
        this.file = folder.resolve("clock");
        this.library = library;
    }

    /** The one for programs with threads; empty where it is not installed. */
    public static Optional<Path> library() throws IOException {
        try (Stream<Path> found =
                Files.find(LIBRARIES, 3, (path, attributes) -> path.endsWith("faketime/libfaketimeMT.so.1"))) {
            return found.findFirst();
        }
    }

    /** For processes that are running, too. */
    public FakeClock set(long seconds) throws IOException {
        return setMillis(TimeUnit.SECONDS.toMillis(seconds));
    }

    /** The same in milliseconds. */
    public FakeClock setMillis(long millis) throws IOException {
        var seconds = BigDecimal.valueOf(millis, 3).toPlainString();
        var half = Files.writeString(file.resolveSibling("clock.new"), (millis < 0 ? "" : "+") + seconds + "\n");
        Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
        return this;
    }

    /** What a command begins with so that its process sees this clock. */
    public List<String> command() {
        var command = new ArrayList<>(List.of("/usr/bin/env"));
        environment().forEach((name, value) -> command.add(name + "=" + value));
        return command;
    }

    /** Times are measured by the true clock; the fix is for libraries that have Java wait by the other one. */
    public Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                library.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }
}
