package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.LongSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@LongSuite
@Timeout(900)
class UpDemoIT {
    @TempDir
    Path folder;

    @Test
    void whenAllSessionsHaveBeenPlayedItSaysSoAndWhatToDoNext() throws Exception {
        try (var up = ChildUp.start(folder, "up", "--demo", "--no-view")) {
            up.says("the demo has ended");
            assertThat(up.stop().exit()).isEqualTo(143);
            assertThat(up.err())
                    .matches("footfall: the dashboard, the API, metrics and health at http://127\\.0\\.0\\.1:\\d+\n"
                            + "footfall: demo on 127\\.0\\.0\\.1:\\d+; Ctrl-C stops it\n"
                            + "footfall: the demo has ended; to follow this machine's agents: footfall "
                            + "up; Ctrl-C stops it\n");
            assertThat(up.out().lines().filter(line -> line.contains("  closed ")))
                    .hasSizeGreaterThanOrEqualTo(12);
            assertThat(up.out()
                            .lines()
                            .filter(line -> line.contains("  opened ") || line.contains("  grown  "))
                            .map(UpDemoIT::turn)
                            .distinct())
                    .allMatch(turn -> up.out().contains("closed   " + turn));
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

    private static String turn(String line) {
        return line.split(" +")[2];
    }
}
