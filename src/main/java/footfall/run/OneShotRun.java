package footfall.run;

import footfall.broker.BrokerSettings;
import footfall.broker.BrokerUnavailable;
import footfall.broker.EmbeddedBroker;
import footfall.broker.GroupMembers;
import footfall.broker.HangingTransactions;
import footfall.broker.Topics;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.folder.Lz4Library;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.report.NoMemory;
import footfall.report.Reading;
import footfall.report.TurnSpill;
import footfall.report.UserError;
import footfall.report.FailureReason;
import footfall.ship.LineProducer;
import footfall.ship.SendingFailed;
import footfall.ship.ShipSettings;
import footfall.ship.Shipping;
import footfall.ship.Checkpoint;
import footfall.tail.Excluded;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.topology.CommittedReader;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.topology.TopologyFailed;
import footfall.topology.TopologySettings;
import footfall.turn.Turn;
import footfall.wire.Channels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One machine, once: broker, topology and reader in this process; all history goes through redaction and the
 * broker, all timers become due at the end, and what the topic {@code turns} then holds is the answer.
 */
public final class OneShotRun {
  private static final Duration TOPICS_MAX = Duration.ofSeconds(30);
  private static final long PAUSE_MS = 20;

  /** As long as Kafka waits for the next poll anyway. */
  private static final Duration SESSION_MAX = Duration.ofMinutes(5);

  /** As long as a broker allows without being told otherwise. */
  private static final Duration TRANSACTION_MAX = Duration.ofMinutes(15);

  /** Nobody reads before the end, and rows that change again before a commit are written once. */
  private static final Duration COMMIT_EVERY = Duration.ofSeconds(1);

  private static final Duration PULSE = Duration.ofMillis(100);

  private final Settings settings;
  private final Progress progress;

  OneShotRun(Settings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** {@code data}: the folder of broker and stores. {@code homes}: where transcripts are looked for. */
  record Settings(
      BrokerSettings broker,
      Path data,
      List<Path> homes,
      TopologySettings topology,
      RedactRules redact,
      Identity identity,
      int partitions,
      int threads,
      int lineBytesMax,
      ExcludedProjects excluded) {
    Settings {
      homes = List.copyOf(homes);
    }

    /** Makes its broker ready for the topology; gives back what leads clients to it. */
    Map<String, String> ready(EmbeddedBroker broker) {
      var client = broker.client();
      try (var topics = Topics.of(client, TOPICS_MAX)) {
        topics.create(TopicSpecs.of(topology.prefix(), partitions));
      } catch (TopicsFailed why) {
        throw why.onEmbeddedBroker();
      }
      HangingTransactions.end(client, TOPICS_MAX);
      GroupMembers.remove(client, StreamSettings.applicationId(topology.prefix()), TOPICS_MAX);
      return client;
    }

    /** Of the topology beside its broker, over stores of that broker's cluster. */
    StreamSettings stream(EmbeddedBroker broker) throws UserError {
      var properties = new HashMap<>(broker.client());
      // The next start removes what a killed process left, so that timeouts only have to outlast a sleep.
      properties.put("session.timeout.ms", Long.toString(SESSION_MAX.toMillis()));
      properties.put("transaction.timeout.ms", Long.toString(TRANSACTION_MAX.toMillis()));
      return new StreamSettings(StreamSettings.applicationId(topology.prefix()), StreamFolder.of(data.resolve(
          "streams"), broker
              .clusterId()), threads, StreamSettings.MEMORY_BYTES, properties);
    }

    static Settings of(footfall.config.Settings config, List<Path> homes) throws UserError {
      var redact = config.redactRules();
      return new Settings(
          config.brokerSettings(),
          config.get(SettingKeys.DATA_DIR),
          homes,
          config.topologySettings(),
          redact,
          LocalIdentity.identity(redact.identity(), config.get(SettingKeys.DATA_DIR)),
          config.get(SettingKeys.PARTITIONS),
          config.get(SettingKeys.THREADS),
          config.get(SettingKeys.LINE_BYTES_MAX),
          config.get(SettingKeys.PROJECTS_EXCLUDE));
    }
  }

  /** Runs as the configuration says over the homes. */
  public static Result run(footfall.config.Settings config, List<Path> homes, Progress progress)
      throws UserError, InterruptedException {
    try {
      return new OneShotRun(Settings.of(config, homes), progress).run();
    } catch (BrokerUnavailable | TopicsFailed | SendingFailed foreseen) {
      throw new UserError(foreseen.getMessage(), foreseen);
    } catch (TopologyFailed bug) {
      if (bug.refused().isPresent()) {
        throw new UserError(bug.refused().get(), bug);
      }
      throw Termination.full(bug).<RuntimeException>map(NoMemory::ofAll).orElseGet(() -> new Crashed(bug
          .getMessage(), bug));
    }
  }

  /** Is told what is being done, and how far it is. */
  public interface Progress {
    void begins(String what);

    void total(long bytes);

    void read(long bytes);
  }

  /** Every turn's last revision, oldest first, until it is closed; and how it was got there. */
  public record Result(
      TurnSpill turns,
      int files,
      long bytes,
      long lines,
      long lineBytes,
      long rejected,
      Unread unread,
      Duration took) implements AutoCloseable {
    @Override
    public void close() {
      turns.close();
    }
  }

  /** The first of the lines that were none, the files that could not be read, and what was excluded. */
  public record Unread(List<Reading.BadLine> badLines, List<Reading.Unreadable> files, Excluded excluded) {}

  Result run() throws UserError, InterruptedException {
    var began = RealTime.CLOCK.instant();
    progress.begins("starting the broker");
    Lz4Library.load(settings.data().resolve("native"));
    try (var broker = EmbeddedBroker.start(settings.broker())) {
      var client = settings.ready(broker);
      var sent = process(broker, client);
      progress.begins("reading the turns");
      var turns = turns(client);
      return new Result(
          turns,
          sent.files,
          sent.bytes,
          sent.lines,
          sent.lineBytes,
          sent.rejected,
          sent.unread,
          Duration.between(began, RealTime.CLOCK.instant()));
    }
  }

  /** A partition at a time, since memory holds what is known of each turn of it. */
  private TurnSpill turns(Map<String, String> client) throws UserError {
    var turns = TurnSpill.open();
    try {
      new CommittedReader(client, settings.topology().prefix()).turns(new Spilling(turns));
      return turns;
    } catch (UncheckedIOException why) {
      turns.close();
      throw TurnSpill.noRoom(why);
    }
  }

  private record Spilling(TurnSpill turns) implements CommittedReader.TurnReader {
    @Override
    public void put(Turn turn) {
      turns.put(turn);
    }

    @Override
    public void withdrawn(String turnId) {
      turns.remove(turnId);
    }

    @Override
    public void endPartition() {
      turns.endPart();
    }
  }

  private record Sent(
      int files, long bytes, long lines, long lineBytes, long rejected, Unread unread,
      Map<Integer, Long> ends) {}

  private Sent process(EmbeddedBroker broker, Map<String, String> client)
      throws UserError, InterruptedException {
    progress.begins("starting the topology");
    var stream = settings.stream(broker).with("commit.interval.ms", Long.toString(COMMIT_EVERY.toMillis()));
    try (var streaming = Streaming.startToEnd(settings.topology(), stream)) {
      var sent = send(client);
      progress.begins("waiting for the last turns");
      streaming.drain().request(sent.ends);
      await(broker, streaming);
      return sent;
    }
  }

  /** By the shipper that follows files, with a state of its own that nobody goes on from. */
  private Sent send(Map<String, String> client) throws UserError {
    progress.begins("reading transcripts");
    var how = new ShipSettings(settings.homes(), settings.redact(), settings.lineBytesMax(),
        ShipSettings.QUIET, PULSE, settings.excluded());
    try (var producer = new LineProducer(client, settings.topology().prefix(), settings.identity())) {
      var bar = new Bar();
      var bad = new BadLines(settings.lineBytesMax());
      var noting = new RecordingOutlet(producer, () -> bar.shipping.reading(), bad);
      var around = new Shipping.Dependencies(new LocalDisk(), noting, kept -> {}, RealTime.CLOCK, bar);
      var shipping = new Shipping(how, around, Checkpoint.empty(""));
      bar.shipping = shipping;
      shipping.round();
      shipping.roundForGood();
      shipping.finish();
      var ends = new CommittedReader(client, settings.topology().prefix()).ends(Channels.LINES);
      var end = shipping.progress();
      return new Sent(end.files(), shipping.bytes(), end.lines(), producer.bytes(), end.rejectedLines(),
          new Unread(bad.named(), unreadable(shipping), end.excluded()), ends);
    } catch (IOException why) {
      throw new UserError("cannot send the transcripts: " + FailureReason.of(why), why);
    }
  }

  private static List<Reading.Unreadable> unreadable(Shipping shipping) {
    var unreadable = new HashMap<>(shipping.progress().unreadable());
    shipping.torn().forEach(path -> unreadable.putIfAbsent(path,
        "ends in the middle of a line; that line was skipped"));
    return Reading.Unreadable.of(unreadable);
  }

  private static void await(EmbeddedBroker broker, Streaming streaming) throws InterruptedException {
    while (!streaming.isDrained()) {
      var bug = streaming.failure().toCompletableFuture().getNow(null);
      if (bug != null) {
        throw Termination.cause(broker, bug).join() instanceof RuntimeException cause ? cause : bug;
      }
      var lost = broker.failure().toCompletableFuture().getNow(null);
      if (lost != null) {
        throw lost;
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  /** How much of the transcripts has arrived. */
  private final class Bar implements Runnable {
    private Shipping shipping;
    private long bytes;
    private long told;

    @Override
    public void run() {
      if (bytes == 0) {
        bytes = shipping.bytes();
        progress.total(bytes);
      }
      long arrived = shipping.bytes() - shipping.progress().bytesBehind();
      progress.read(arrived - told);
      told = arrived;
    }
  }
}
