package footfall.run;

import footfall.broker.TopicSpec;
import footfall.broker.TopicSpec.Difference;
import footfall.broker.TopicSpec.TopicState.PartitionState;
import footfall.broker.Topics;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.topology.TopologySettings;
import footfall.wire.Channel;
import footfall.wire.Channels;
import footfall.wire.Denied;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Creates, checks and describes footfall's topics on any cluster. */
public final class ClusterTopics {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);

    private final Map<String, String> client;
    private final String prefix;
    private final Integer partitions;
    private final Settings settings;

    /**
     * {@code client}: properties of an admin client. {@code partitions}: requested by the user, or null; see
     * {@link #partitions(Topics)}.
     */
    public ClusterTopics(Map<String, String> client, Settings settings, Integer partitions) {
        this.client = Map.copyOf(client);
        this.prefix = settings.get(SettingKeys.TOPIC_PREFIX);
        this.settings = settings;
        this.partitions = partitions;
    }

    /** The result for a topic: {@code created}, {@code exists} or {@code differs}. */
    public record CreationResult(String topic, String result) {}

    /** One difference between a topic and its spec, whether it hurts, and why. */
    public record Differs(String topic, String what, String expected, String actual, boolean hurts, String why) {}

    /**
     * The state of a topic; without partitions it does not exist. {@code bytes} is null when the cluster does
     * not report it.
     */
    public record TopicStatus(String topic, int partitions, int leaderless, Long bytes, Map<String, String> configs) {}

    /** Creates missing topics and waits for their leaders; changes no existing one. */
    public List<CreationResult> create() throws UserError {
        return withTopics(topics -> topics.create(specs(topics)).stream()
                .map(one -> new CreationResult(one.topic(), one.result().name().toLowerCase(Locale.ROOT)))
                .toList());
    }

    public List<Differs> check() throws UserError {
        return withTopics(topics ->
                topics.check(specs(topics)).stream().map(ClusterTopics::differs).toList());
    }

    Topics.Replicas replicas() throws UserError {
        return withTopics(topics -> topics.replicas(TopicSpecs.of(prefix, TopicSpecs.PARTITIONS)));
    }

    /**
     * Fails when the cluster does not answer, or a topic of the topology is missing; {@code way} is the command
     * that creates topics.
     */
    void present(String way) throws UserError {
        var missing = describe(Channels.ofTopology()).stream()
                .filter(topic -> topic.partitions() == 0)
                .map(TopicStatus::topic)
                .toList();
        if (!missing.isEmpty()) {
            throw new UserError(
                    "Kafka at " + client.get("bootstrap.servers") + " has no topic " + String.join(", ", missing)
                            + "; create missing topics with: " + way,
                    null);
        }
    }

    /** Of an earlier footfall, a cluster has no topics for what shippers report, or no rights on them. */
    List<String> lacking(String way) throws UserError {
        var lacking = new ArrayList<String>();
        lacking(Channels.SHIPPERS, "shippers cannot be listed", way).ifPresent(lacking::add);
        lacking(Channels.REMEDIES, "it is not known which remedies were applied", way)
                .ifPresent(lacking::add);
        return lacking;
    }

    /** {@code effect}: everything else works without the topic. */
    private Optional<String> lacking(Channel<?, ?> channel, String effect, String way) throws UserError {
        var topic = channel.topic(prefix);
        try {
            return describe(List.of(channel)).get(0).partitions() > 0
                    ? Optional.empty()
                    : Optional.of("Kafka at " + client.get("bootstrap.servers") + " has no topic " + topic + ", so "
                            + effect + "; create missing topics with: " + way);
        } catch (UserError why) {
            if (why.getCause() instanceof TopicsFailed failed && failed.isDenied()) {
                return Optional.of(Denied.toReader(topic) + "; until then, " + effect);
            }
            throw why;
        }
    }

    public List<TopicStatus> describe() throws UserError {
        return describe(Channels.all());
    }

    private List<TopicStatus> describe(List<Channel<?, ?>> channels) throws UserError {
        return withTopics(
                topics -> topics.describe(TopicSpecs.of(channels, prefix, TopicSpecs.PARTITIONS, retention())).stream()
                        .map(ClusterTopics::status)
                        .toList());
    }

    private List<TopicSpec> specs(Topics topics) {
        return TopicSpecs.of(prefix, partitions(topics), retention());
    }

    private Duration retention() {
        return new RunningBroker(settings).isAt(client)
                ? settings.get(SettingKeys.TALLY_RETENTION)
                : settings.teamTallyRetention();
    }

    /** The count the user requested; else that of most topics; else the configured one; else the default. */
    private int partitions(Topics topics) {
        if (partitions != null) {
            return partitions;
        }
        var counts = topics.counts(TopicSpecs.of(prefix, TopicSpecs.PARTITIONS)).stream()
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        boolean isDefault = settings.isDefault(SettingKeys.PARTITIONS);
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(isDefault ? TopicSpecs.PARTITIONS : settings.get(SettingKeys.PARTITIONS));
    }

    private static Differs differs(TopicSpec.Difference one) {
        var effect = TopicEffect.of(one);
        return new Differs(one.topic(), one.what(), one.expected(), one.actual(), effect.hurts(), effect.why());
    }

    private static TopicStatus status(TopicSpec.TopicState state) {
        var all = state.partitions();
        boolean isComplete =
                all.stream().allMatch(partition -> partition.bytes().isPresent());
        long bytes = all.stream()
                .map(PartitionState::bytes)
                .mapToLong(size -> size.orElse(0))
                .sum();
        int leaderless = (int)
                all.stream().filter(partition -> partition.leader().isEmpty()).count();
        return new TopicStatus(state.topic(), all.size(), leaderless, isComplete ? bytes : null, state.configs());
    }

    private <T> T withTopics(Function<Topics, T> question) throws UserError {
        try (var topics = Topics.of(client, ANSWER_MAX)) {
            return question.apply(topics);
        } catch (TopicsFailed foreseen) {
            throw new UserError(foreseen.getMessage(), foreseen);
        }
    }

    /** The specs of footfall's topics. */
    public static final class TopicSpecs {
        /** The default for a cluster; {@code up} uses the setting {@code partitions}. */
        public static final int PARTITIONS = 24;

        private TopicSpecs() {}

        /** With the retention of a team that does not set it. */
        public static List<TopicSpec> of(String prefix, int partitions) {
            return of(prefix, partitions, TopologySettings.TALLY_RETENTION);
        }

        /** {@code tallyRetention}: how long topics keep turns. */
        static List<TopicSpec> of(String prefix, int partitions, Duration tallyRetention) {
            return of(Channels.all(), prefix, partitions, tallyRetention);
        }

        /** Of topics that keep turns. */
        static List<TopicSpec> ofTurns(String prefix, int partitions, Duration tallyRetention) {
            return of(Channels.all().stream().filter(Channel::keepsTurns).toList(), prefix, partitions, tallyRetention);
        }

        static List<TopicSpec> of(
                List<Channel<?, ?>> channels, String prefix, int partitions, Duration tallyRetention) {
            var keepsAll = tallyRetention.equals(TopologySettings.KEEP_ALL);
            return channels.stream()
                    .map(channel -> channel.keepsTurns() ? channel.keeping(keepsAll ? null : tallyRetention) : channel)
                    .map(channel -> new TopicSpec(channel.topic(prefix), partitions, channel.configs()))
                    .toList();
        }
    }

    /** What a difference between a topic and its spec does: whether it hurts, and why. */
    record TopicEffect(boolean hurts, String why) {
        private static final String LOG_APPEND = "LogAppendTime";
        private static final String DELETE = "delete";
        private static final String COMPACT = "compact";

        static TopicEffect of(Difference difference) {
            boolean isLines = difference.topic().endsWith("lines");
            return switch (difference.what()) {
                case Difference.TOPIC -> hurts("what is written to it waits, or is missing");
                case Difference.PARTITIONS ->
                    hurts("keys are in other partitions: later lines of a session do not reach its turns, and "
                            + "stream ends; replay into another topic_prefix");
                case "cleanup.policy" -> cleanup(difference);
                case "retention.ms", "retention.bytes" -> retention(difference, isLines);
                case "max.message.bytes" ->
                    isLess(difference)
                            ? hurts("larger lines are rejected as unsendable, "
                                    + "and a larger record of a turn ends stream")
                            : harmless("no record is larger than expected");
                case "message.timestamp.after.max.ms" ->
                    hurts("after a clock was set back, the brokers refuse what stream writes");
                case "message.timestamp.type" ->
                    difference.expected().equals(LOG_APPEND)
                            ? hurts("clocks of other machines decide when records are deleted and turns close")
                            : harmless("records expire by when they were written");
                default -> harmless("only space on the brokers' disks");
            };
        }

        private static TopicEffect cleanup(Difference difference) {
            boolean wasCompacted = difference.expected().contains(COMPACT);
            boolean isCompacted = difference.actual().contains(COMPACT);
            boolean isDeleted = difference.actual().contains(DELETE);
            if (!wasCompacted && isCompacted) {
                return hurts("all but the last record of a key are deleted");
            } else if (!difference.expected().contains(DELETE) && isDeleted) {
                return hurts("records that are still true are deleted after retention.ms");
            }
            return harmless(isDeleted ? "earlier records of a key stay until they expire" : "old records stay");
        }

        private static TopicEffect retention(Difference difference, boolean isLines) {
            if (!isLess(difference)) {
                return harmless("records stay longer, also those of deleted users");
            }
            return hurts(
                    isLines
                            ? "lines that no processor has read by then are lost"
                            : "records are deleted that subscribers, sinks and a new instance would read");
        }

        /** -1 is without limit. */
        private static boolean isLess(Difference difference) {
            var limits = List.of(difference.actual(), difference.expected()).stream()
                    .map(limit -> limit.matches("\\d+") ? Long.parseLong(limit) : Long.MAX_VALUE)
                    .toList();
            return limits.get(0) < limits.get(1);
        }

        private static TopicEffect hurts(String why) {
            return new TopicEffect(true, why);
        }

        private static TopicEffect harmless(String why) {
            return new TopicEffect(false, why);
        }
    }
}
