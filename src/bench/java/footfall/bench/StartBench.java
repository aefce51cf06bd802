package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a person waits for: from the command (README's, after the build) to the first turn that is printed; and what
 * {@code up} takes once it has taken in a folder of transcripts and has nothing to do: memory, processor, and
 * what it writes on the disk.
 */
final class StartBench {
    private static final int STARTS = 3;
    private static final Duration QUIET = Duration.ofSeconds(5);
    private static final Duration REST = Duration.ofSeconds(30);

    private StartBench() {}

    /** The folder of transcripts, then the launcher. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("start-bench");
        try {
            for (int i = 0; i < STARTS; i++) {
                try (var up = new Up(folder.resolve("data" + i), arguments)) {
                    System.out.printf(
                            "command to first turn: %.1f s (goal 6)%n",
                            up.firstTurn().toMillis() / 1e3);
                    if (i == STARTS - 1) {
                        up.untilQuiet();
                        System.out.printf(
                                "resident after %s: %,d MB (goal 700)%n",
                                arguments[0], Resident.bytes(up.process) / 1_000_000);
                        up.tellRest();
                    }
                }
            }
        } finally {
            Folders.delete(folder);
        }
    }

    /** One {@code footfall up --no-view}. */
    private static final class Up implements AutoCloseable {
        private final long began = System.nanoTime();
        private final Process process;
        private final Path data;
        private final Path out;

        Up(Path data, String[] arguments) throws IOException {
            this.data = data;
            out = data.resolveSibling(data.getFileName() + ".out");
            var command = List.of(arguments[1], "up", "--no-view", "--home", arguments[0], "--set", "data_dir=" + data);
            var builder = new ProcessBuilder(command).redirectOutput(out.toFile());
            process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        }

        Duration firstTurn() throws Exception {
            while (Files.size(out) == 0) {
                if (!process.isAlive()) {
                    throw new IllegalStateException("up ended with " + process.exitValue());
                }
                Thread.sleep(10);
            }
            return Duration.ofNanos(System.nanoTime() - began);
        }

        /** Nothing has been printed for a while. */
        void untilQuiet() throws Exception {
            long size = -1;
            for (long now = Files.size(out); now != size; now = Files.size(out)) {
                size = now;
                Thread.sleep(QUIET.toMillis());
            }
        }

        void tellRest() throws Exception {
            var usedBefore = process.info().totalCpuDuration().orElseThrow();
            long keptBefore = keptBytes();
            Thread.sleep(REST.toMillis());
            var used = process.info().totalCpuDuration().orElseThrow().minus(usedBefore);
            System.out.printf(
                    "at rest: %.1f %% of a core, %,d bytes a second written by the broker%n",
                    100.0 * used.toMillis() / REST.toMillis(), (keptBytes() - keptBefore) / REST.toSeconds());
        }

        /** Of the broker's logs, which lie in its folder and are only added to. */
        private long keptBytes() throws IOException {
            try (var files = Files.walk(data.resolve("broker"))) {
                return files.filter(path -> path.toString().endsWith(".log"))
                        .mapToLong(path -> path.toFile().length())
                        .sum();
            }
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().join();
        }
    }
}
