package footfall.run;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs programs of the operating system that are on the PATH of an environment, with that environment. */
final class SystemPrograms {
    private final Map<String, String> variables;

    SystemPrograms(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** {@code output}: standard output and error together, stripped. */
    record Result(boolean isDone, String output) {}

    Result run(List<String> words) throws InterruptedException {
        var program = find(words.get(0));
        if (program.isEmpty()) {
            return new Result(false, words.get(0) + " is not on the PATH");
        }
        var command = new ArrayList<>(words);
        command.set(0, program.get().toString());
        var start = new ProcessBuilder(command).redirectErrorStream(true);
        start.environment().clear();
        start.environment().putAll(variables);
        try {
            var process = start.start();
            process.getOutputStream().close();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.waitFor() == 0, output.strip());
        } catch (IOException why) {
            return new Result(false, words.get(0) + " cannot be started: " + why.getMessage());
        }
    }

    private Optional<Path> find(String program) {
        return Arrays.stream(variables.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
