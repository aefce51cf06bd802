package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.LineParser;
import footfall.tail.LocalDisk;
import footfall.testkit.Defaults;
import footfall.testkit.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many files a shipper has of each agent. */
class AgentFilesTest {
    @TempDir
    Path folder;

    private Path claude;
    private Path codex;
    private final List<Map<String, Integer>> seen = new ArrayList<>();
    private Shipping shipping;

    @BeforeEach
    void files() throws IOException {
        claude = Files.createDirectories(folder.resolve(".claude/projects/-w"));
        codex = Files.createDirectories(folder.resolve(".codex/sessions/2026/03/04"));
        for (var session : List.of("s1", "s2")) {
            Files.writeString(claude.resolve(session + ".jsonl"), lines(session));
        }
        Files.writeString(
                codex.resolve("rollout-2026-03-04T10-00-00-019f0000-0000-7000-8000-00000000000a.jsonl"),
                "{\"timestamp\":\"2026-03-04T10:00:00.000Z\",\"type\":\"session_meta\",\"payload\":"
                        + "{\"id\":\"019f0000-0000-7000-8000-00000000000a\",\"cwd\":\"/w/shop\"}}\n");
        var checkpoint = new CheckpointFile(new LocalDisk(), folder.resolve("checkpoint"));
        var settings = new ShipSettings(
                List.of(folder.resolve(".claude"), folder.resolve(".codex")),
                Defaults.REDACT,
                LineParser.LINE_BYTES_MAX,
                Duration.ofDays(1),
                Duration.ZERO);
        var around = new Shipping.Dependencies(
                new LocalDisk(), new SentSources(), checkpoint::save, Clock.systemUTC(), this::look);
        shipping = new Shipping(settings, around, checkpoint.load("here").checkpoint());
    }

    private static String lines(String session) {
        return String.join("\n", Transcripts.session(session).prompt(1, "go").lines()) + "\n";
    }

    private void look() {
        if (shipping != null) {
            seen.add(shipping.progress().agents());
        }
    }

    private Map<String, Integer> agents() {
        shipping.round();
        return shipping.progress().agents();
    }

    @Test
    void filesCountBeforeTheirLinesAreSentAndUntilTheyAreDeleted() throws IOException {
        assertThat(agents()).isEqualTo(Map.of("claude", 2, "codex", 1));
        assertThat(seen).isNotEmpty().containsOnly(Map.of("claude", 2, "codex", 1));
        Files.writeString(claude.resolve("s3.jsonl"), lines("s3"));
        assertThat(agents()).isEqualTo(Map.of("claude", 3, "codex", 1));
        Files.delete(claude.resolve("s1.jsonl"));
        try (var all = Files.list(codex)) {
            for (var file : all.toList()) {
                Files.delete(file);
            }
        }
        assertThat(agents()).isEqualTo(Map.of("claude", 2));
        assertThat(shipping.progress().files()).isEqualTo(2);
    }
}
