package footfall.run;

import footfall.broker.GroupMembers;
import footfall.broker.Groups;
import footfall.broker.Reachability;
import footfall.config.SettingKeys;
import footfall.folder.FolderLock;
import footfall.report.FailureReason;
import footfall.report.UserError;
import footfall.topology.StreamSettings;
import footfall.topology.Streaming;
import footfall.wire.Channels;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** The topology alone, on an existing cluster with existing topics. */
public final class Stream extends StartedParts {
    private static final Duration GROUP_MAX = Duration.ofSeconds(15);
    private static final String SESSION = "session.timeout.ms";
    /** The shortest that brokers allow by default. */
    private static final int SESSION_MS = 6_000;
    /** A shorter one would end with a pause of a busy machine. */
    private static final int SESSION_MS_MIN = 3_000;

    private static final String GROUP_PROTOCOL = "group.protocol";
    private static final String CLASSIC = "classic";
    private static final String STREAMS = "streams";

    private final Settings settings;
    private Reachability reachability;
    private List<String> lacking = List.of();

    private Stream(Settings settings) {
        this.settings = settings;
    }

    /**
     * {@code client}: Kafka client properties; {@code state}: the folder of the stores; {@code topicsWay}: the
     * command that creates the topics. {@code applicationId}: null for the default derived from the topic
     * prefix. {@code isStatic}: the instance is a static member of its group.
     */
    public record Settings(
            Map<String, String> client,
            Path state,
            int threads,
            String applicationId,
            boolean isStatic,
            String topicsWay) {
        public Settings {
            client = Map.copyOf(client);
        }

        private Settings named(String topicPrefix) {
            return applicationId != null
                    ? this
                    : new Settings(
                            client, state, threads, StreamSettings.applicationId(topicPrefix), isStatic, topicsWay);
        }
    }

    /**
     * Waits for a cluster that does not answer, and says so. Checks that it has the topics, so that a problem is
     * reported at once.
     */
    public static Stream start(footfall.config.Settings config, Settings asked, Consumer<String> say) throws Exception {
        var settings = asked.named(config.get(SettingKeys.TOPIC_PREFIX));
        checkWritable(settings.state);
        var stream = new Stream(settings);
        stream.start(() -> stream.start(config, say));
        return stream;
    }

    private void start(footfall.config.Settings config, Consumer<String> say) throws Exception {
        started(locked(settings));
        serve(config, null, null);
        var client = new ClusterWait(say, new CountDownLatch(1)).answer(() -> {
            checkCluster(config);
            return client(config, say);
        });
        var stream = new StreamSettings(
                        settings.applicationId,
                        settings.state,
                        settings.threads,
                        StreamSettings.MEMORY_BYTES,
                        client.orElseThrow())
                .shared();
        topology(Streaming.start(config.teamTopologySettings(), stream, monitoring.meter()))
                .failure()
                .thenAccept(this::ends);
        cluster(settings.client, config.get(SettingKeys.TOPIC_PREFIX));
        reachability = started(Reachability.watch(settings.client));
        monitoring.broker(reachability);
    }

    private void checkCluster(footfall.config.Settings config) throws UserError {
        var topics = new ClusterTopics(settings.client, config, null);
        topics.present(settings.topicsWay);
        lacking = topics.lacking(settings.topicsWay);
        refuseOtherReaders(config.get(SettingKeys.TOPIC_PREFIX), settings);
    }

    /** That of the group: the one that is asked for, if the cluster offers it. */
    private String protocol(Consumer<String> say) {
        if (!STREAMS.equalsIgnoreCase(settings.client.get(GROUP_PROTOCOL))) {
            return CLASSIC;
        }
        if (!Groups.areStreamsOffered(settings.client, GROUP_MAX)) {
            say.accept(
                    "Kafka at " + servers() + " does not offer group.protocol=streams (its feature streams.version); "
                            + "continuing with the classic protocol");
            return CLASSIC;
        }
        var standbys = settings.client.getOrDefault(StreamSettings.STANDBYS, StreamSettings.STANDBYS_DEFAULT);
        if (!Groups.standbys(settings.client, settings.applicationId, standbys, GROUP_MAX)) {
            say.accept("this user may not set the standbys of the group " + settings.applicationId
                    + "; ask its administrator for AlterConfigs on the group, or for streams.num.standby.replicas="
                    + standbys);
        }
        return STREAMS;
    }

    /**
     * Its client properties, with the address for other instances if it has one, and with a group.instance.id if
     * it is static. Those that are given stay.
     */
    private Map<String, String> client(footfall.config.Settings config, Consumer<String> say) throws UserError {
        var client = new HashMap<>(settings.client);
        url().flatMap(url -> Advertised.address(config, URI.create(url)))
                .ifPresent(address -> client.putIfAbsent("application.server", address));
        client.put(GROUP_PROTOCOL, protocol(say));
        client.putIfAbsent(SESSION, Integer.toString(session()));
        if (settings.isStatic) {
            client.putIfAbsent("group.instance.id", StreamFolder.instanceId(settings.state));
        }
        return client;
    }

    /** Another instance continues with the partitions of a killed one after this time. */
    private int session() {
        return Math.max(
                SESSION_MS_MIN,
                Groups.shortestSession(settings.client, GROUP_MAX).orElse(SESSION_MS));
    }

    private String servers() {
        return settings.client.get("bootstrap.servers");
    }

    private static void refuseOtherReaders(String prefix, Settings settings) throws UserError {
        var id = settings.applicationId;
        var own = Channels.all().stream().map(channel -> channel.topic(prefix)).toList();
        try (var members = GroupMembers.of(settings.client, id, GROUP_MAX)) {
            var others = members.topics().stream()
                    .filter(topic -> !own.contains(topic) && !topic.startsWith(id + "-"))
                    .toList();
            if (!others.isEmpty()) {
                throw new UserError(
                        "application ID " + id + " is already used by instances that read " + String.join(", ", others)
                                + ", but this start would read " + Channels.LINES.topic(prefix)
                                + "; set another ID with --application-id, or stop those instances",
                        null);
            }
        }
    }

    /** Applications with other IDs have their own stores in the folder. */
    private static FolderLock locked(Settings settings) throws UserError {
        try {
            return FolderLock.acquire(settings.state, settings.applicationId + ".lock");
        } catch (FolderLock.FolderInUse why) {
            throw new UserError(
                    settings.state + " is in use by another footfall (" + why.holder()
                            + "); stop it, or choose another folder with --state",
                    why);
        } catch (IOException why) {
            throw cannotWrite(settings.state, why);
        }
    }

    private static void checkWritable(Path state) throws UserError {
        try {
            Files.createDirectories(state);
            Files.delete(Files.createTempFile(state, "footfall", ".try"));
        } catch (IOException why) {
            throw cannotWrite(state, why);
        }
    }

    private static UserError cannotWrite(Path state, IOException why) {
        return new UserError(
                "cannot write state stores to " + state + ": " + FailureReason.of(why)
                        + "; choose another folder with --state",
                why);
    }

    /** What the cluster lacks for a part of the answers, as messages for the user. */
    public List<String> lacking() {
        return lacking;
    }

    @Override
    public String title() {
        return "stream on " + servers();
    }

    @Override
    public Optional<Notice> notice() {
        var restarted = super.notice();
        return switch (reachability.state()) {
            case UNREACHABLE ->
                Optional.of(new Notice("broker unreachable at " + servers(), "waiting for it; lines stay in Kafka"));
            case RESTORED ->
                restarted.or(() -> Optional.of(
                        new Notice("connection restored to " + servers(), "continuing from the last commit")));
            case REACHABLE -> restarted;
        };
    }

    /** The address at which the other instances of a topology ask this one. */
    static final class Advertised {
        private static final Set<String> WILDCARDS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

        private Advertised() {}

        /**
         * The setting, else where the server listens; the port is the server's unless the setting names one. Empty for
         * a server that listens on all addresses and has no setting: others could not know which one reaches it.
         */
        static Optional<String> address(footfall.config.Settings config, URI server) {
            var advertised = config.get(SettingKeys.SERVE_ADVERTISED);
            if (!advertised.isEmpty()) {
                return Optional.of(advertised.matches(".*:\\d+") ? advertised : advertised + ":" + server.getPort());
            }
            return WILDCARDS.contains(config.get(SettingKeys.SERVE_ADDRESS))
                    ? Optional.empty()
                    : Optional.of(server.getHost() + ":" + server.getPort());
        }
    }
}
