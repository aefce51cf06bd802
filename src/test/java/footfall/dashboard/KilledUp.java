package footfall.dashboard;

import footfall.testkit.ChildJava;
import footfall.testkit.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** {@code footfall up} in a process of its own, over homes that are empty at first. It can be killed. */
final class KilledUp implements AutoCloseable {
    private final Path folder;
    private final int port = Ports.free();
    private final List<Path> homes;
    private Process process;

    /** {@code sources}: homes of transcripts, which {@link #ship} copies. */
    KilledUp(Path folder, List<Path> sources) throws IOException {
        this.folder = folder;
        this.homes = sources.stream()
                .map(source -> folder.resolve("homes").resolve(source.getFileName()))
                .toList();
        for (var home : homes) {
            Files.createDirectories(home);
        }
        start();
    }

    void start() throws IOException {
        var command = ChildJava.command("-Xmx512m");
        command.addAll(List.of("footfall.cli.Main", "up", "--no-view"));
        homes.forEach(home -> command.addAll(List.of("--home", home.toString())));
        for (var setting : List.of(
                "data_dir=" + folder.resolve("data"),
                "tally_retention=3650d",
                "rescan_interval=1s",
                "serve_address=127.0.0.1",
                "serve_port=" + port)) {
            command.addAll(List.of("--set", setting));
        }
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(Map.of("HOME", folder.toString()));
        process = builder.redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("up.log").toFile()))
                .start();
    }

    /** Copies the transcripts of a source into its home, as a machine does that was offline. */
    void ship(Path source) throws IOException {
        var home = folder.resolve("homes").resolve(source.getFileName());
        try (var files = Files.walk(source)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var copy = home.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    String url(String view) {
        return "http://127.0.0.1:" + port + "/#/" + view;
    }

    /** Without warning, as when the machine fails. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
