package footfall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import footfall.wire.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The program ccusage, which the variable {@code CCUSAGE} names, else the search path
 * ({@code npm install -g ccusage@20.0.24}).
 */
final class Ccusage {
    private static final String VERSION = "20.0.24";

    private Ccusage() {}

    /** Skips the test without the program. */
    static void assumeThere() {
        assumeThat(version()).as("ccusage " + VERSION).contains(VERSION);
    }

    private static String version() {
        try {
            return run(Map.of(), "--version");
        } catch (IOException absent) {
            return "no ccusage";
        }
    }

    /** What it prints as JSON, with UTC as its time zone. */
    static JsonNode json(Map<String, String> variables, String... arguments) throws IOException {
        var all = new HashMap<>(variables);
        all.put("TZ", "UTC");
        return Json.MAPPER.readTree(run(all, arguments));
    }

    private static String run(Map<String, String> variables, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(System.getenv().getOrDefault("CCUSAGE", "ccusage")));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(variables);
        var process = builder.start();
        try {
            var out = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor(4, TimeUnit.MINUTES)).isTrue();
            return out;
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        } finally {
            process.destroyForcibly();
        }
    }
}
