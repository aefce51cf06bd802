package footfall.cli;

import footfall.config.Keys;
import footfall.config.Settings;
import footfall.run.DryShip;
import footfall.run.Ship;
import footfall.run.ShipFolder;
import footfall.run.ShipStatus;
import footfall.screen.Visible;
import footfall.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code footfall ship}. */
@Command(
    name = "ship",
    mixinStandardHelpOptions = true,
    description = "Follows the transcripts of this machine and sends their redacted lines to a Kafka "
        + "cluster. Runs until it is stopped; history first. While the broker is away it waits.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall ship --bootstrap-servers kafka:9092  follow this machine",
      "  footfall ship --config client.properties      with TLS, SASL and the like",
      "  footfall ship --from-now --config FILE        without what was before the first start",
      "  footfall ship --once --config FILE            what is there now, then end",
      "  footfall ship --dry-run                       print what would leave",
      "  footfall ship --status                        how far the shipper here is"
    })
final class ShipCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec command;
  @Mixin private SettingsOptions settingsOptions;
  @Mixin private ClusterOptions cluster;

  @Option(names = "--home", paramLabel = "DIR",
      description = "Where transcripts are, or will be: a home (a folder with projects in it), any other "
          + "folder, a file. Repeatable. Default: the homes of "
          + "this machine (key homes).") private List<Path> named;

  @Option(names = "--from-now",
      description = "At the first start leave out what transcripts say already. Later starts go on where "
          + "the one before ended, with it or without.") private boolean fromNow;

  @Option(names = "--once",
      description = "Send what is there, wait until it is acknowledged, and end.") private boolean once;

  @Option(names = "--dry-run",
      description = "Print what would leave, from the checkpoint on.") private boolean dryRun;

  @Option(names = "--status",
      description = "Tell how far the shipper is, running or not.") private boolean status;

  @Option(names = "--json", description = "With --status: one JSON object.") private boolean json;

  ShipCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (json && !status) {
      throw new ParameterException(command.commandLine(), "--json goes with --status");
    } else if (fromNow && (status || dryRun)) {
      throw new ParameterException(command.commandLine(), "--from-now goes with sending, not with "
          + (status ? "--status" : "--dry-run"));
    } else if ((status ? 1 : 0) + (dryRun ? 1 : 0) + (once ? 1 : 0) > 1) {
      throw new ParameterException(command.commandLine(), "say one of --once, --dry-run and --status");
    }
    var settings = settingsOptions.read(console);
    if (status) {
      return status(settings);
    } else if (dryRun) {
      return dryRun(settings);
    }
    var client = cluster.client();
    var homes = homes(settings, once);
    try (var progress = new ShipLine(console)) {
      var end = Ship.run(settings, new Ship.Asked(client, homes, once, fromNow), progress);
      progress.ends(end);
      return once && end.files() == 0 && end.unreadable() > 0 ? Exit.FAILED : Exit.OK;
    }
  }

  private List<Path> homes(Settings settings, boolean mustBeThere) throws Failed {
    if (mustBeThere) {
      return named == null ? Homes.there(settings, "--home") : Homes.existing(named);
    }
    var homes = named == null ? settings.get(Keys.HOMES) : named;
    if (homes.stream().noneMatch(Files::exists)) {
      var looked = homes.stream().map(Path::toString).collect(Collectors.joining(", "));
      console.say("no transcripts yet: there is no " + looked + "; waiting for them");
    }
    return homes;
  }

  private int dryRun(Settings settings) throws Exception {
    var homes = homes(settings, true);
    DryShip.Looked looked;
    try (var out = console.writer()) {
      looked = DryShip.run(settings, homes, leaving -> {
        try {
          out.write(new String(Json.bytes(leaving), StandardCharsets.UTF_8) + "\n");
        } catch (IOException why) {
          throw new UncheckedIOException(why);
        }
      });
    } catch (UncheckedIOException unwritten) {
      throw unwritten.getCause();
    }
    ReadingReport.named(looked.excluded(), console);
    return ReadingReport.unread(looked.files(), looked.unreadable(), console);
  }

  private int status(Settings settings) throws Exception {
    var found = new ShipFolder(settings).status();
    if (found.isEmpty()) {
      console.say("no shipper has run with data_dir " + settings.get(Keys.DATA_DIR)
          + "; start one: footfall ship --bootstrap-servers HOST:PORT");
      return Exit.FAILED;
    }
    try (var out = console.writer()) {
      out.write(json ? new String(Json.bytes(found.get()), StandardCharsets.UTF_8) + "\n"
          : people(found.get()));
    }
    return Exit.OK;
  }

  private static String second(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String people(ShipStatus status) {
    var text = new StringBuilder();
    text.append(status.running() ? "running, pid " + status.pid() : "not running").append(", to ")
        .append(Visible.of(String.valueOf(status.cluster()))).append('\n');
    text.append("since ").append(second(status.startedAt())).append(": ").append(ShipLine.counts(status))
        .append('\n');
    text.append("last ack ").append(status.lastAckAt() == null ? "none" : second(status.lastAckAt())).append(
        ", written ").append(second(status.updatedAt())).append('\n');
    status.rejected().entrySet().stream().sorted(Map.Entry.comparingByKey())
        .forEach(why -> text.append("rejected as ").append(why.getKey()).append(": ").append(why.getValue())
            .append('\n'));
    if (status.waitsFor() != null) {
      text.append("waits: ").append(Visible.of(status.waitsFor())).append('\n');
    }
    if (status.unkept() != null) {
      text.append("checkpoint not written: ").append(Visible.of(status.unkept())).append('\n');
    }
    return text.toString();
  }
}
