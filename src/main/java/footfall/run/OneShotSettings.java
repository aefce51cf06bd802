package footfall.run;

import footfall.broker.BrokerSettings;
import footfall.broker.EmbeddedBroker;
import footfall.broker.GroupMembers;
import footfall.broker.HangingTransactions;
import footfall.broker.Topics;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.redact.Identity;
import footfall.redact.RedactRules;
import footfall.report.History;
import footfall.report.TranscriptTexts;
import footfall.report.UserError;
import footfall.tail.ExcludedProjects;
import footfall.topology.StreamSettings;
import footfall.topology.TopologySettings;
import footfall.view.TurnTexts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@code data}: the folder of broker and stores. {@code homes}: where transcripts are searched. */
record OneShotSettings(
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
    private static final Duration TOPICS_MAX = Duration.ofSeconds(30);

    /** Kafka's own maximum between polls. */
    private static final Duration SESSION_MAX = Duration.ofMinutes(5);

    /** The broker's default maximum. */
    private static final Duration TRANSACTION_MAX = Duration.ofMinutes(15);

    OneShotSettings {
        homes = List.copyOf(homes);
    }

    /** What the transcripts say, read when it is asked for. */
    TurnTexts texts() {
        var history = new History(threads, lineBytesMax, excluded);
        return new TranscriptTexts(homes, topology.turnRules(), history, TranscriptTexts.BYTES_MAX);
    }

    /** Prepares its broker for the topology; returns the client properties. */
    Map<String, String> ready(EmbeddedBroker broker) {
        var client = broker.client();
        try (var topics = Topics.of(client, TOPICS_MAX)) {
            var retention = topology.tallies().retention();
            topics.create(ClusterTopics.TopicSpecs.of(topology.prefix(), partitions, retention));
            topics.change(ClusterTopics.TopicSpecs.ofTurns(topology.prefix(), partitions, retention), "retention.ms");
        } catch (TopicsFailed why) {
            throw why.onEmbeddedBroker();
        }
        HangingTransactions.end(client, TOPICS_MAX);
        try (var members = GroupMembers.of(client, StreamSettings.applicationId(topology.prefix()), TOPICS_MAX)) {
            members.remove();
        }
        return client;
    }

    /** The settings of the topology on the stores of this broker's cluster. */
    StreamSettings stream(EmbeddedBroker broker) throws UserError {
        var properties = new HashMap<>(broker.client());
        // The next start removes members that were killed, so timeouts only have to outlast a suspend.
        properties.put("session.timeout.ms", Long.toString(SESSION_MAX.toMillis()));
        properties.put("transaction.timeout.ms", Long.toString(TRANSACTION_MAX.toMillis()));
        return new StreamSettings(
                StreamSettings.applicationId(topology.prefix()),
                StreamFolder.of(data.resolve("streams"), broker.clusterId()),
                threads,
                StreamSettings.MEMORY_BYTES,
                properties);
    }

    static OneShotSettings of(footfall.config.Settings config, List<Path> homes) throws UserError {
        var redact = LocalIdentity.redactRules(config);
        return new OneShotSettings(
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
