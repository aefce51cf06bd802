package footfall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class UpDemoIT {
  @TempDir Path folder;

  @Test
  void whenAllSessionsHaveBeenPlayedItSaysSoAndWhatToDoNext() throws Exception {
    try (var up = ChildUp.start(folder, "up", "--demo", "--no-view")) {
      up.says("the demo is over");
      assertThat(up.stop().exit()).isEqualTo(143);
      assertThat(up.err()).matches("footfall: demo on 127\\.0\\.0\\.1:\\d+; Ctrl-C stops it\n"
          + "footfall: the demo is over; for this machine's agents: footfall up; Ctrl-C stops it\n");
      assertThat(up.out().lines().filter(line -> line.contains("  closed "))).hasSizeGreaterThanOrEqualTo(12);
      assertThat(up.out().lines().filter(line -> line.contains("  opened ") || line.contains("  grown  "))
          .map(
              UpDemoIT::turn).distinct()).allMatch(turn -> up.out().contains("closed   " + turn));
    }
  }

  private static String turn(String line) {
    return line.split(" +")[2];
  }
}
