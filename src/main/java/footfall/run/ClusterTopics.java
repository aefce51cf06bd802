package footfall.run;

import footfall.broker.Difference;
import footfall.broker.PartitionState;
import footfall.broker.TopicState;
import footfall.broker.TopicSpec;
import footfall.broker.Topics;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.UserError;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Footfall's topics on any cluster: made, held against what they are to be, told. */
public final class ClusterTopics {
  private static final Duration ANSWER_MAX = Duration.ofSeconds(15);

  private final Map<String, String> client;
  private final String prefix;
  private final Integer partitions;
  private final Settings settings;

  /**
   * {@code client}: properties of an admin client by their own names. {@code partitions}: what the user asked
   * for, or null; see {@link #partitions(Topics)}.
   */
  public ClusterTopics(Map<String, String> client, Settings settings, Integer partitions) {
    this.client = Map.copyOf(client);
    this.prefix = settings.get(SettingKeys.TOPIC_PREFIX);
    this.settings = settings;
    this.partitions = partitions;
  }

  /** What became of a topic: {@code created}, {@code exists} or {@code differs}. */
  public record Made(String topic, String result) {}

  /** One thing in which a topic is not as it is to be. */
  public record Differs(String topic, String what, String expected, String actual) {}

  /**
   * A topic as it is; no partitions: it is not there. {@code bytes} is null where the cluster does not tell.
   */
  public record TopicStatus(String topic, int partitions, int leaderless, Long bytes, Map<String,
      String> configs) {}

  /** Makes what is missing and waits for its leaders; what is there is left as it is. */
  public List<Made> create() throws UserError {
    return asked(topics -> topics.create(specs(topics)).stream()
        .map(one -> new Made(one.topic(), one.result().name().toLowerCase(Locale.ROOT)))
        .toList());
  }

  public List<Differs> check() throws UserError {
    return asked(topics -> topics.check(specs(topics)).stream()
        .map(ClusterTopics::differs)
        .toList());
  }

  /** Refuses a cluster that does not answer, or lacks one of the topics; {@code way} is what makes them. */
  void present(String way) throws UserError {
    var missing = describe().stream().filter(topic -> topic.partitions() == 0).map(TopicStatus::topic)
        .toList();
    if (!missing.isEmpty()) {
      throw new UserError("Kafka at " + client.get("bootstrap.servers") + " has no topic " + String.join(", ",
          missing) + "; create missing topics with: " + way, null);
    }
  }

  public List<TopicStatus> describe() throws UserError {
    return asked(topics -> topics.describe(TopicSpecs.of(prefix, TopicSpecs.PARTITIONS)).stream()
        .map(ClusterTopics::told)
        .toList());
  }

  private List<TopicSpec> specs(Topics topics) {
    return TopicSpecs.of(prefix, partitions(topics));
  }

  /** What the user asked for; else what the cluster has; else what is configured; else the default. */
  private int partitions(Topics topics) {
    if (partitions != null) {
      return partitions;
    }
    var lines = TopicSpecs.of(prefix, TopicSpecs.PARTITIONS).get(0);
    var existing = topics.describe(List.of(lines)).get(0);
    boolean isDefault = settings.isDefault(SettingKeys.PARTITIONS);
    return existing.exists() ? existing.partitions().size()
        : isDefault ? TopicSpecs.PARTITIONS : settings.get(SettingKeys.PARTITIONS);
  }

  private static Differs differs(Difference one) {
    return new Differs(one.topic(), one.what(), one.expected(), one.actual());
  }

  private static TopicStatus told(TopicState state) {
    var all = state.partitions();
    boolean isTold = all.stream().allMatch(partition -> partition.bytes().isPresent());
    long bytes = all.stream().map(PartitionState::bytes).mapToLong(size -> size.orElse(0)).sum();
    int leaderless = (int) all.stream().filter(partition -> partition.leader().isEmpty()).count();
    return new TopicStatus(state.topic(), all.size(), leaderless, isTold ? bytes : null, state.configs());
  }

  private <T> T asked(Function<Topics, T> question) throws UserError {
    try (var topics = Topics.of(client, ANSWER_MAX)) {
      return question.apply(topics);
    } catch (TopicsFailed foreseen) {
      throw new UserError(foreseen.getMessage(), foreseen);
    }
  }
}
