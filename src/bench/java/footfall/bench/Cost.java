package footfall.bench;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** How long a command took, start of the JVM included, and the CPU time of its process, as the shell reports it. */
record Cost(double seconds, double cpuSeconds) {
    /** The exit code is 1 when nothing matches. The last line has the CPU time of the command. */
    private static final List<String> TIMED =
            List.of("bash", "-c", "\"$@\" >/dev/null 2>&1; [ $? -le 1 ] || exit; times", "bash");

    private static final Pattern MINUTES_AND_SECONDS = Pattern.compile("(\\d+)m([\\d.]+)s");

    static Cost of(List<String> command) throws Exception {
        var timed = new ArrayList<>(TIMED);
        timed.addAll(command);
        long began = System.nanoTime();
        var process = new ProcessBuilder(timed).start();
        var times = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        double seconds = (System.nanoTime() - began) / 1e9;
        if (process.waitFor() != 0) {
            throw new IllegalStateException(String.join(" ", command) + " failed");
        }
        double cpu = MINUTES_AND_SECONDS
                .matcher(times.lines().skip(1).findFirst().orElseThrow())
                .results()
                .mapToDouble(part -> Integer.parseInt(part.group(1)) * 60 + Double.parseDouble(part.group(2)))
                .sum();
        return new Cost(seconds, cpu);
    }

    static Cost median(Collection<Cost> all) {
        return new Cost(median(all, Cost::seconds), median(all, Cost::cpuSeconds));
    }

    private static double median(Collection<Cost> all, ToDoubleFunction<Cost> of) {
        return all.stream().mapToDouble(of).sorted().toArray()[all.size() / 2];
    }
}
