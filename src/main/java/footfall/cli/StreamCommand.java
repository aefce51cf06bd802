package footfall.cli;

import footfall.config.Keys;
import footfall.run.Stream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code footfall stream}. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    header = "The topology alone, on a Kafka cluster that has footfall's topics.",
    description = "Reads what shippers send, and writes turns, invocations and alerts. Shows what it works "
        + "on, live. Several instances of one application id share the partitions. Runs until it is "
        + "stopped (q, Ctrl-C, SIGTERM).",
    footerHeading = "%nExamples:%n",
    footer = {
      "  footfall topics create --bootstrap-servers kafka:9092          once, before the first start",
      "  footfall stream --bootstrap-servers kafka:9092                 with the live view",
      "  footfall stream --config client.properties --threads 4 --no-view >> footfall.log",
      "  footfall stream --config client.properties --state /var/lib/footfall --json"
    })
final class StreamCommand implements Callable<Integer> {
  private final Console console;

  @Spec private CommandSpec command;
  @Mixin private SettingsOptions settingsOptions;
  @Mixin private ClusterOptions cluster;

  @Option(names = "--threads", paramLabel = "N",
      description = "Threads that share the partitions. Default: the key threads.") private Integer threads;

  @Option(names = "--state", paramLabel = "DIR",
      description = "Folder of the stores. Default: stream/ under the key data_dir.") private Path state;

  @Option(names = "--application-id", paramLabel = "ID",
      description = "The Kafka Streams application ID, which names the consumer group, changelogs and "
          + "transactions. Default: the key topic_prefix without its last dot.") private String applicationId;

  @Option(names = "--no-view",
      description = "Lines instead of the live view, one a change.") private boolean noView;

  @Option(names = "--json", description = "A JSON object a change, one a line.") private boolean json;

  StreamCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    var settings = settingsOptions.read(console);
    int count = threads == null ? settings.get(Keys.THREADS) : threads;
    if (count < 1) {
      throw new ParameterException(command.commandLine(), "--threads is below 1");
    }
    var folder = state == null ? settings.get(Keys.DATA_DIR).resolve("stream") : state;
    if (console.isErrScreen()) {
      console.say("starting the topology ...");
    }
    try (var running = Stream.start(settings, new Stream.Settings(cluster.client(), folder, count,
        applicationId, topicsWay()))) {
      return new Shown(console, settings, noView, json).until(running);
    }
  }

  private String topicsWay() {
    var words = cluster.asTyped();
    words.addAll(settingsOptions.asTyped());
    return "footfall topics create " + ShellWords.of(words);
  }
}
