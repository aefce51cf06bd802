package footfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The memory of a process, as Linux counts it. */
final class Resident {
    private Resident() {}

    static long bytes(Process process) throws IOException {
        var status = Files.readString(Path.of("/proc/" + process.pid() + "/status"));
        var kilobytes = status.lines()
                .filter(line -> line.startsWith("VmRSS:"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(kilobytes.replaceAll("\\D", "")) * 1_024;
    }
}
