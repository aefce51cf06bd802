package footfall.ship;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.line.LineParser;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.tail.FolderWatch;
import footfall.tail.LocalDisk;
import footfall.testkit.OtherProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may ship; without a broker. */
class ShipperTest {
  @TempDir Path here;

  private Shipper start() {
    return start(FolderWatch::new);
  }

  private Shipper start(Hold.Watching watching) {
    var shipping = ShipSettings.of(List.of(here), RedactRules.DEFAULTS, LineParser.LINE_BYTES_MAX);
    var settings = new ShipperSettings(shipping, here.resolve("ship"), Map.of("bootstrap.servers",
        "127.0.0.1:1"), "footfall.", new Identity("box", "ada"), ShipperSettings.RESCAN, false);
    return Shipper.start(settings, new Shipper.Around(new LocalDisk(), Clock.systemUTC(), said -> {}),
        watching);
  }

  @Test
  void asLongAsOneShipperLivesEveryOtherOnItsFolderIsRefused() throws Exception {
    var lock = here.resolve("ship/ship.lock");
    try (var first = start()) {
      for (int attempt = 0; attempt < 2; attempt++) {
        assertThatThrownBy(this::start).isInstanceOf(ShipperFailed.class)
            .hasMessage(lock + " is held by another shipper (this process, pid "
                + ProcessHandle.current().pid()
                + "); stop that one, or take another folder with --set data_dir=DIR");
        assertThat(OtherProcess.canLock(lock)).isFalse();
      }
      assertThat(first.end().toCompletableFuture()).isNotDone();
    }
    start().close();
  }

  @Test
  void whereTheSystemGivesNoMoreWatchesTheLimitIsNamedAndTheFolderIsFreeAgain() throws IOException {
    assertThatThrownBy(() -> start(() -> {
      throw new IOException("User limit of inotify instances reached");
    })).isInstanceOf(ShipperFailed.class).hasMessage("cannot watch folders: User limit of inotify instances "
        + "reached; end other programs that watch, or raise the limit: "
        + "sysctl fs.inotify.max_user_instances=1024");
    start().close();
  }

  @Test
  void aFolderThatCannotBeMadeIsNamedWithTheWayOut() throws IOException {
    Files.createFile(here.resolve("ship"));
    assertThatThrownBy(this::start).isInstanceOf(ShipperFailed.class)
        .hasMessageContaining("cannot keep " + here.resolve("ship/ship.lock"))
        .hasMessageContaining("--set data_dir=DIR");
  }
}
