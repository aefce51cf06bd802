package footfall.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import footfall.broker.KnownCredentials;
import footfall.testkit.Folders;
import footfall.wire.Channels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a shipper costs that has nothing to do: {@code footfall ship} in a process of its own over a home of
 * 10,000 small transcripts, with 64 MB of heap. After the first scans, the CPU of the whole process over five
 * minutes, in which it scans all homes once or twice, and what is alive on its heap. The same for a minute in
 * which one session gets two lines a second, and how long each takes to the topic. Then another one, with the
 * memory that its launcher gives it: what it holds after a folder of real transcripts.
 */
final class RestBench {
    private static final int FILES = 10_000;
    private static final int PROJECTS = 100;
    private static final int SESSIONS_A_PROJECT = 40;
    private static final int AGENTS_A_SESSION = 3;
    private static final Duration REST = Duration.ofMinutes(5);
    private static final int LINES = 120;
    private static final Duration LINE = Duration.ofMillis(500);
    private static final Duration SETTLE = Duration.ofSeconds(35);

    private RestBench() {}

    /** The folder of transcripts, then the launcher. */
    public static void main(String[] arguments) throws Exception {
        var folder = Files.createTempDirectory("rest-bench");
        try (var broker = BenchBroker.start()) {
            var home = write(folder.resolve("home"));
            var cluster =
                    KnownCredentials.options(folder, broker.client(), Map.of()).get(1);
            try (var ship = new Ship(arguments[1], cluster, home, "-Xmx64m")) {
                double seconds = ship.untilShipped(FILES);
                System.out.printf("%,d files shipped in %.1f s after the start%n", FILES, seconds);
                Thread.sleep(SETTLE.toMillis());
                System.out.printf(
                        "at rest: %.2f %% of a core (goal 0.3), alive on the heap %.1f MB (goal 64),"
                                + " resident %,d MB, checkpoint %,d KB%n",
                        ship.percent(() -> Thread.sleep(REST.toMillis())),
                        ship.aliveBytes() / 1e6,
                        Resident.bytes(ship.process) / 1_000_000,
                        ship.checkpointBytes() / 1_000);
                var delays = new ArrayList<Double>();
                double percent = ship.percent(() -> grow(home, broker.client(), delays));
                System.out.printf(
                        "with two lines a second: %.2f %% of a core, a line takes p50 %.0f ms, p99 %.0f ms%n",
                        percent, Percentile.of(delays, 50), Percentile.of(delays, 99));
            }
            try (var ship = new Ship(arguments[1], cluster, Path.of(arguments[0]), "")) {
                ship.untilShipped(Load.files(Path.of(arguments[0])).size());
                Thread.sleep(SETTLE.toMillis());
                System.out.printf(
                        "after %s, with the launcher's memory: resident %,d MB (goal 120)%n",
                        arguments[0], Resident.bytes(ship.process) / 1_000_000);
            }
        } finally {
            Folders.delete(folder);
        }
        System.exit(0);
    }

    /** Sessions of projects; every second one has subagents. */
    private static Path write(Path home) throws IOException {
        int files = 0;
        for (int project = 0; project < PROJECTS; project++) {
            var folder = Files.createDirectories(home.resolve("projects/-work-" + project));
            for (int i = 0; i < SESSIONS_A_PROJECT; i++) {
                var session = String.format("%08x-0000-4000-8000-%012x", project, i);
                Files.write(folder.resolve(session + ".jsonl"), transcript(session, null));
                files++;
                for (int agent = 0; i % 2 == 0 && agent < AGENTS_A_SESSION; agent++) {
                    var agents = Files.createDirectories(folder.resolve(session + "/subagents"));
                    var id = String.format("%08x%08x", i, agent);
                    Files.write(agents.resolve("agent-" + id + ".jsonl"), transcript(session, id));
                    files++;
                }
            }
        }
        if (files != FILES) {
            throw new IllegalStateException(files + " files");
        }
        return home;
    }

    /** Appends lines to one transcript. {@code delays}: how long each took to the topic, in ms. */
    private static void grow(Path home, Map<String, String> client, List<Double> delays) throws Exception {
        var session = "%08x-0000-4000-8000-%012x".formatted(0, 1);
        var file = home.resolve("projects/-work-0").resolve(session + ".jsonl");
        try (var lines = new CommittedRecords(client, Channels.PREFIX + "lines")) {
            for (int i = 0; i < LINES; i++) {
                long began = System.nanoTime();
                Files.write(file, prompt(session, "grown-" + i), StandardOpenOption.APPEND);
                lines.await(session);
                double took = (System.nanoTime() - began) / 1e6;
                delays.add(took);
                Thread.sleep(Math.max(0, LINE.toMillis() - (long) took));
            }
        }
    }

    private static byte[] prompt(String session, String uuid) {
        var line = "{\"sessionId\":\"%s\",\"timestamp\":\"2026-01-05T10:00:09.000Z\",\"uuid\":\"%s\",\"type\":\"user\","
                + "\"message\":{\"role\":\"user\",\"content\":\"go\"}}\n";
        return line.formatted(session, uuid).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] transcript(String session, String agent) {
        var name = agent == null ? session : agent;
        var head = "{\"sessionId\":\"%s\",%s\"timestamp\":\"2026-01-05T10:00:0%d.000Z\",\"uuid\":\"%s-%d\",";
        var isAgent = agent == null ? "" : "\"agentId\":\"" + agent + "\",\"isSidechain\":true,";
        var prompt = "\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"go\"}}\n";
        var call = "\"type\":\"assistant\",\"message\":{\"id\":\"m%s\",\"model\":\"claude-sonnet-4-5\",\"content\":["
                + "{\"type\":\"tool_use\",\"id\":\"t%s\",\"name\":\"Read\",\"input\":{\"file_path\":\"/w\"}}],"
                + "\"usage\":{\"input_tokens\":4,\"output_tokens\":9}}}\n";
        var text = head.formatted(session, isAgent, 1, name, 1)
                + prompt
                + head.formatted(session, isAgent, 2, name, 2)
                + call.formatted(name, name);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private interface Work {
        void run() throws Exception;
    }

    /** One {@code footfall ship}. */
    private static final class Ship implements AutoCloseable {
        private static final ObjectMapper JSON = new ObjectMapper();

        private final long began = System.nanoTime();
        private final Path data = Files.createTempDirectory("rest-bench");
        private final Process process;

        Ship(String launcher, String cluster, Path home, String flags) throws IOException {
            var command = List.of(
                    launcher, "ship", "--config", cluster, "--home", home.toString(), "--set", "data_dir=" + data);
            var builder = new ProcessBuilder(command).inheritIO();
            builder.environment().put("FOOTFALL_JAVA_OPTS", flags);
            process = builder.start();
        }

        /** How many seconds after its start all files were acknowledged. */
        double untilShipped(int files) throws Exception {
            while (!isShipped(files)) {
                if (!process.isAlive()) {
                    throw new IllegalStateException("ship ended with " + process.exitValue());
                }
                Thread.sleep(50);
            }
            return (System.nanoTime() - began) / 1e9;
        }

        private boolean isShipped(int files) throws IOException {
            var status = data.resolve("ship/status.json");
            if (!Files.exists(status)) {
                return false;
            }
            JsonNode now = JSON.readTree(Files.readAllBytes(status));
            return now.get("files").asInt() >= files && now.get("bytes_behind").asLong() == 0;
        }

        private Duration cpu() {
            return process.info().totalCpuDuration().orElseThrow();
        }

        /** The CPU of the process meanwhile, in percent of a core. */
        double percent(Work work) throws Exception {
            var before = cpu();
            long began = System.nanoTime();
            work.run();
            return 100.0 * cpu().minus(before).toNanos() / (System.nanoTime() - began);
        }

        /** What a full collection leaves. */
        long aliveBytes() throws Exception {
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            var asked = new ProcessBuilder(List.of(jcmd, Long.toString(process.pid()), "GC.class_histogram"))
                    .redirectErrorStream(true)
                    .start();
            var lines = new ArrayList<>(
                    asked.inputReader(StandardCharsets.UTF_8).lines().toList());
            var total = lines.stream()
                    .filter(line -> line.startsWith("Total"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(String.join("\n", lines)));
            return Long.parseLong(total.trim().split("\\s+")[2]);
        }

        long checkpointBytes() throws IOException {
            return Files.size(data.resolve("ship/checkpoint"));
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            process.onExit().join();
            Folders.delete(data);
        }
    }
}
