package footfall.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How long a command took, start of the JVM included, its CPU time and its peak memory: as the kernel reports
 * them, polled until the process ends; 0 where it reports none.
 */
record Timed(double seconds, double cpuSeconds, long peakBytes) {
    private static final String HEAP = "-Xmx256m";
    private static final int LOOK_EVERY_MS = 20;

    /** The quickest of some runs in 256 MB of heap, with the most memory of any. */
    static Timed best(List<String> command, int rounds) throws Exception {
        var best = new Timed(Double.MAX_VALUE, Double.MAX_VALUE, 0);
        for (int round = 0; round < rounds; round++) {
            var one = once(command, HEAP);
            best = new Timed(
                    Math.min(best.seconds, one.seconds),
                    Math.min(best.cpuSeconds, one.cpuSeconds),
                    Math.max(best.peakBytes, one.peakBytes));
        }
        return best;
    }

    /** {@code javaOptions}: for footfall's JVM, beside those of its launcher. */
    static Timed once(List<String> command, String javaOptions) throws Exception {
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("FOOTFALL_JAVA_OPTS", javaOptions);
        long began = System.nanoTime();
        var process = builder.start();
        var peak = new Peak(process);
        peak.start();
        process.getInputStream().transferTo(OutputStream.nullOutputStream());
        int exit = process.waitFor();
        double seconds = (System.nanoTime() - began) / 1e9;
        peak.join();
        if (exit != 0) {
            throw new IllegalStateException(String.join(" ", command) + " ended with " + exit);
        }
        return new Timed(seconds, peak.cpu.toNanos() / 1e9, peak.bytes);
    }

    /** Prints it: {@code megabytes} were read, of which a limit takes so many a second. */
    void tell(String command, double megabytes, double limit) {
        double speed = megabytes / seconds;
        System.out.printf(
                "%-22s %6.0f MB/s, %5.1f times jq, peak %4d MB%n", command, speed, speed / limit, peakBytes >> 20);
    }

    /** The launcher becomes the JVM, so that both are one process. */
    private static final class Peak extends Thread {
        private final Process process;
        private long bytes;
        private Duration cpu = Duration.ZERO;

        Peak(Process process) {
            this.process = process;
            setDaemon(true);
        }

        @Override
        public void run() {
            var status = Path.of("/proc", String.valueOf(process.pid()), "status");
            while (process.isAlive()) {
                bytes = Math.max(bytes, highest(status));
                cpu = process.info().totalCpuDuration().orElse(cpu);
                try {
                    Thread.sleep(LOOK_EVERY_MS);
                } catch (InterruptedException stop) {
                    return;
                }
            }
        }

        private static long highest(Path status) {
            try (var lines = Files.lines(status)) {
                return lines.filter(line -> line.startsWith("VmHWM:"))
                        .findFirst()
                        .map(line -> line.replaceAll("\\D", ""))
                        .map(kilobytes -> Long.parseLong(kilobytes) << 10)
                        .orElse(0L);
            } catch (IOException | RuntimeException ended) {
                return 0; // Between two looks the process went, and its page with it.
            }
        }
    }
}
