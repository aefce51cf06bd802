package footfall.run;

import footfall.broker.ClusterState;
import footfall.broker.Difference;
import footfall.broker.TopicsFailed;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.feed.KafkaShippers;
import footfall.folder.OwnerOnly;
import footfall.report.UserError;
import footfall.screen.DurationText;
import footfall.screen.SafeText;
import footfall.shipper.ListedShipper;
import footfall.view.ShippersUnknown;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks of a Kafka cluster, what is in it, and the file with its credentials. */
final class ClusterChecks {
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);
    private static final Duration CLOCK_WARNING = Duration.ofSeconds(5);
    /** By default, Kafka rejects records that are further ahead. */
    private static final Duration CLOCK_ERROR = Duration.ofHours(1);

    private static final int NAMED_MAX = 10;

    private final Settings settings;
    private final CheckedCluster target;

    ClusterChecks(Settings settings, CheckedCluster target) {
        this.settings = settings;
        this.target = target;
    }

    List<Finding> all() {
        var findings = new ArrayList<Finding>();
        credentials(findings);
        try {
            var state = ClusterState.read(target.client(), ANSWER_MAX, RealTime.CLOCK);
            findings.add(Finding.ok(
                    "broker",
                    "Kafka at " + target.client().get("bootstrap.servers") + " answers, cluster " + state.id()
                            + ", brokers " + state.brokers()));
            findings.add(version(state));
            findings.add(clock(state));
            findings.add(topics());
            shippers().ifPresent(findings::add);
            new TransactionCheck(target, settings.get(SettingKeys.TOPIC_PREFIX))
                    .finding(ANSWER_MAX)
                    .ifPresent(findings::add);
        } catch (TopicsFailed why) {
            findings.add(Finding.error("broker", why));
        }
        return findings;
    }

    private void credentials(List<Finding> findings) {
        var file = target.file();
        boolean isSecret = target.client().keySet().stream()
                .anyMatch(name -> name.endsWith("password") || name.equals("sasl.jaas.config"));
        try {
            if (file != null && isSecret && !OwnerOnly.isClosed(file)) {
                findings.add(Finding.warning(
                        "permissions",
                        "other users have permissions on " + file + ", which contains a password",
                        "run: chmod 600 " + file));
            }
        } catch (IOException gone) {
            // It was read a moment ago; the other checks use what was read.
        }
    }

    static Finding version(ClusterState state) {
        var ours = "Kafka client " + ClusterState.clientVersion();
        if (state.release().isEmpty()) {
            return Finding.warning(
                    "versions",
                    ours + "; the cluster reports no metadata.version",
                    "footfall needs a KRaft cluster of Kafka " + ClusterState.OLDEST
                            + " or later; check the version of the brokers");
        }
        var found = ours + "; brokers of Kafka " + state.release().get() + "; cluster features: " + state.featureText();
        return state.isTooOld()
                ? Finding.error(
                        "versions",
                        found,
                        "update the brokers to Kafka " + ClusterState.OLDEST
                                + " or later: earlier ones refuse message.timestamp.after.max.ms of footfall's topics")
                : Finding.ok("versions", found);
    }

    static Finding clock(ClusterState state) {
        if (state.clockAhead().isEmpty()) {
            return Finding.warning(
                    "clock",
                    "the cluster does not report its clock to this user",
                    "grant Describe on the cluster, or compare the clocks by hand");
        }
        var ahead = state.clockAhead().get();
        var remedy = "synchronize the clocks of this machine and the brokers, for example with chrony";
        var found = ahead.abs().compareTo(CLOCK_WARNING) < 0
                ? "the broker's clock and this machine's agree"
                : "the broker's clock is " + ahead.abs().toSeconds() + " s "
                        + (ahead.isNegative() ? "behind" : "ahead of") + " this machine's";
        return ahead.abs().compareTo(CLOCK_ERROR) >= 0
                ? Finding.error("clock", found, remedy)
                : ahead.abs().compareTo(CLOCK_WARNING) >= 0
                        ? Finding.warning("clock", found, remedy)
                        : Finding.ok("clock", found);
    }

    private Finding topics() {
        try {
            var differences = new ClusterTopics(target.client(), settings, null).check();
            var missing = differences.stream()
                    .filter(one -> one.what().equals(Difference.TOPIC))
                    .map(ClusterTopics.Differs::topic)
                    .toList();
            if (!missing.isEmpty()) {
                return Finding.error(
                        "topics",
                        "missing: " + String.join(", ", missing),
                        "run: footfall topics create " + target.options());
            }
            return differences.isEmpty()
                    ? Finding.ok("topics", "all topics match")
                    : Finding.warning(
                            "topics",
                            differences.size() + " differences from what footfall expects",
                            "list them with: footfall topics check " + target.options());
        } catch (UserError why) {
            return Finding.error("topics", why);
        }
    }

    /** Empty without the topic, which is then a missing one. */
    private Optional<Finding> shippers() {
        try (var shippers = new KafkaShippers(target.client(), settings.get(SettingKeys.TOPIC_PREFIX))) {
            var all = shippers.list(RealTime.CLOCK.instant());
            var late = all.stream().filter(ListedShipper::late).toList();
            return Optional.of(
                    late.isEmpty()
                            ? Finding.ok("shippers", "known " + all.size() + ", late 0")
                            : Finding.warning(
                                    "shippers",
                                    "known " + all.size() + ", late " + late.size() + ": "
                                            + late.stream()
                                                    .limit(NAMED_MAX)
                                                    .map(ClusterChecks::silence)
                                                    .collect(Collectors.joining(", ")),
                                    "check that these machines are on and reach the cluster; list all with: footfall "
                                            + "shippers"));
        } catch (ShippersUnknown unknown) {
            return unknown.isWithoutTopic()
                    ? Optional.empty()
                    : Optional.of(Finding.ok("shippers", "not checked: " + unknown.getMessage()));
        }
    }

    private static String silence(ListedShipper late) {
        var id = late.shipper().id();
        var name = id.host() == null ? "shipper " + id.shipperId() : id.host();
        return SafeText.of(name) + " has not reported for " + DurationText.of(Duration.ofMillis(late.notHeardForMs()));
    }
}
