package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.Groups;
import footfall.config.Config;
import footfall.config.Environment;
import footfall.config.Settings;
import footfall.report.UserError;
import footfall.testkit.Cluster;
import footfall.testkit.LongSuite;
import footfall.testkit.Story;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code stream} with {@code group.protocol=streams}. */
@LongSuite
@Timeout(300)
class GroupProtocolIT {
    @TempDir
    Path folder;

    private final List<String> said = new CopyOnWriteArrayList<>();

    private Settings config() throws Exception {
        return Config.read(
                new Environment(Map.of("HOME", folder.toString())),
                new Config.Flags(null, List.of("topic_prefix=app.", "serve=off", "tally_retention=36500d")));
    }

    private Stream start(Cluster cluster, String state, String protocol) throws Exception {
        return start(cluster, state, protocol, false);
    }

    private Stream start(Cluster cluster, String state, String protocol, boolean isStatic) throws Exception {
        var client = new HashMap<>(cluster.client());
        client.put("group.protocol", protocol);
        var settings = new Stream.Settings(client, folder.resolve(state), 1, null, isStatic, "footfall topics create");
        return Stream.start(config(), settings, said::add);
    }

    private static GroupType group(Admin admin) throws Exception {
        return admin.listGroups().all().get().stream()
                .filter(found -> found.groupId().equals("app"))
                .findFirst()
                .flatMap(found -> found.type())
                .orElseThrow();
    }

    @Test
    void theCoordinatorAssignsTheTasksWithAStandbyOfEachStore() throws Exception {
        try (var cluster = Cluster.start(folder);
                var admin = Admin.create(Map.copyOf(cluster.client()))) {
            cluster.footfall("app", 2, Story.RULES).send(OneTurn.lines("s1"));
            try (var one = start(cluster, "one", "streams")) {
                OneTurn.await(one, "s1:0");
                assertThat(group(admin)).isEqualTo(GroupType.STREAMS);
                var group = new ConfigResource(ConfigResource.Type.GROUP, "app");
                assertThat(admin.describeConfigs(List.of(group))
                                .all()
                                .get()
                                .get(group)
                                .get("streams.num.standby.replicas")
                                .value())
                        .isEqualTo("1");
                try (var classic = start(cluster, "two", "classic")) {
                    assertThat(classic.end().toCompletableFuture().get(1, TimeUnit.MINUTES))
                            .isInstanceOf(UserError.class)
                            .hasMessage("instances of application app run with another group.protocol; start this one "
                                    + "with the same, or stop all of them first; nothing is lost");
                }
            }
            assertThat(said).isEmpty();
        }
    }

    @Test
    void aStaticMemberHasTheIdOfItsFolderAndStaysWhenItStops() throws Exception {
        try (var cluster = Cluster.start(folder);
                var admin = Admin.create(Map.copyOf(cluster.client()))) {
            var footfall = cluster.footfall("app", 2, Story.RULES).send(OneTurn.lines("s1"));
            try (var one = start(cluster, "one", "streams", true)) {
                OneTurn.await(one, "s1:0");
            }
            var id = Files.readString(folder.resolve("one").resolve("instance.id"));
            assertThat(members(admin)).containsExactly(id + "-1");
            try (var again = start(cluster, "one", "streams", true)) {
                footfall.send(OneTurn.lines("s2"));
                OneTurn.await(again, "s2:0");
                assertThat(members(admin)).containsExactly(id + "-1");
            }
        }
    }

    /** The group.instance.id of each. */
    private static List<String> members(Admin admin) throws Exception {
        return admin.describeStreamsGroups(List.of("app")).all().get().get("app").members().stream()
                .map(member -> member.instanceId().orElse("none"))
                .toList();
    }

    @Test
    void theShortestSessionIsThatOfTheBrokers() {
        var allowed = Map.of("group.min.session.timeout.ms", "3000");
        try (var cluster = Cluster.start(folder, allowed)) {
            assertThat(Groups.shortestSession(cluster.client(), Duration.ofSeconds(15)))
                    .hasValue(3_000);
        }
    }

    @Test
    void whereTheClusterDoesNotOfferItTheClassicProtocolIsTaken() throws Exception {
        try (var cluster = Cluster.start(folder);
                var admin = Admin.create(Map.copyOf(cluster.client()))) {
            admin.updateFeatures(
                            Map.of(
                                    "streams.version",
                                    new FeatureUpdate((short) 0, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE)),
                            new UpdateFeaturesOptions())
                    .all()
                    .get();
            cluster.footfall("app", 2, Story.RULES).send(OneTurn.lines("s1"));
            try (var one = start(cluster, "one", "streams")) {
                OneTurn.await(one, "s1:0");
            }
            assertThat(group(admin)).isEqualTo(GroupType.CLASSIC);
            assertThat(said)
                    .containsExactly("Kafka at " + cluster.client().get("bootstrap.servers")
                            + " does not offer group.protocol=streams (its feature streams.version); continuing with "
                            + "the classic protocol");
        }
    }
}
