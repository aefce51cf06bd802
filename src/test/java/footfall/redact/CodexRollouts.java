package footfall.redact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Rollouts of each form, in which every kind of line occurs. */
final class CodexRollouts {
    static final String THREAD = "019e2f00-0000-7000-8000-000000000001";

    static final List<String> NAMES = List.of("bare", "legacy", "paginated", "subagent");

    private CodexRollouts() {}

    static Stream<List<String>> all() {
        return NAMES.stream().map(CodexRollouts::lines);
    }

    private static List<String> lines(String name) {
        try {
            return Files.readAllLines(Path.of("src/test/resources/codex", name + ".jsonl"));
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
