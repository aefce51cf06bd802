package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@LongSuite
@Timeout(900)
class UpDemoIT {
    @TempDir
    Path folder;

    @Test
    void whenAllSessionsHaveBeenPlayedItSaysSoAndRepeats() throws Exception {
        try (var up = ChildUp.start(folder, "up", "--demo", "--no-view")) {
            up.says("the demo repeats");
            Awaitility.await()
                    .atMost(ChildUp.PATIENCE)
                    .until(() -> turns(up, "opened", "grown")
                            .allMatch(turn -> up.out().contains("closed   " + turn)));
            assertThat(up.stop().exit()).isEqualTo(143);
            assertThat(up.err())
                    .matches("footfall: the dashboard, the API, metrics and health at http://127\\.0\\.0\\.1:\\d+\n"
                            + "footfall: demo on 127\\.0\\.0\\.1:\\d+; Ctrl-C stops it\n"
                            + "footfall: the demo repeats; to follow this machine's agents: footfall "
                            + "up; Ctrl-C stops it\n");
            assertThat(up.out().lines().filter(line -> line.contains("  closed ")))
                    .hasSizeGreaterThanOrEqualTo(12);
        }
    }

    @Test
    void stoppedBySignalItTakesItsTemporaryFolderAway() throws Exception {
        try (var up = ChildUp.start(folder, "up", "--demo", "--no-view").says("demo on")) {
            assertThat(demos()).hasSize(1);
            assertThat(up.stop().exit()).isEqualTo(143);
            assertThat(demos()).isEmpty();
        }
    }

    private List<Path> demos() throws IOException {
        try (var all = Files.list(ChildUp.temporary(folder))) {
            return all.filter(path -> path.getFileName().toString().startsWith("footfall-demo"))
                    .toList();
        }
    }

    /** The turns of the first round. */
    private static Stream<String> turns(ChildUp up, String... changes) {
        return up.out()
                .lines()
                .filter(line -> Stream.of(changes).anyMatch(change -> line.contains("  " + change + " ")))
                .map(line -> line.split(" +")[2])
                .filter(turn -> turn.matches("(3f9c|7be4|c50e|e1a6|019b).*"))
                .distinct();
    }
}
