package footfall.bench;

import footfall.testkit.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What the shipper archive costs: its size, packed and unpacked, the time to start, and then what {@link
 * RestBench} measures, with its launcher.
 */
final class ShipperBench {
    private static final int STARTS = 9;

    private ShipperBench() {}

    /** The folder of transcripts, then the archive. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("shipper-bench");
        try {
            run(folder, "tar", "xzf", Path.of(arguments[1]).toAbsolutePath().toString(), "-C", folder.toString());
            System.out.printf(
                    "archive: %.1f MB packed (goal 25, limit 40), %.1f MB unpacked%n",
                    Files.size(Path.of(arguments[1])) / 1e6, bytes(folder) / 1e6);
            var launcher = launcher(folder);
            // A file in place of the folder for class-data archives: a shipper runs without.
            Files.writeString(launcher.resolveSibling("cds"), "");
            var seconds = new double[STARTS];
            for (int i = 0; i < STARTS; i++) {
                long began = System.nanoTime();
                run(folder, launcher.toString(), "ship", "--help");
                seconds[i] = (System.nanoTime() - began) / 1e9;
            }
            Arrays.sort(seconds);
            System.out.printf("start, median of %d: %.2f s%n", STARTS, seconds[STARTS / 2]);
            RestBench.main(new String[] {arguments[0], launcher.toString()});
        } finally {
            Folders.delete(folder);
        }
    }

    private static Path launcher(Path folder) throws IOException {
        try (var unpacked = Files.list(folder)) {
            return unpacked.map(home -> home.resolve("footfall"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static void run(Path in, String... words) throws IOException, InterruptedException {
        var process = new ProcessBuilder(words)
                .directory(in.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(words[0] + " ended with " + process.exitValue());
        }
    }
}
