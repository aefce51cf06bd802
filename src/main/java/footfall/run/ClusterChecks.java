package footfall.run;

import footfall.broker.ClusterState;
import footfall.broker.TopicSpec.Difference;
import footfall.broker.TopicsFailed;
import footfall.broker.TransactionSearch;
import footfall.broker.TransactionSearch.HangingTransaction;
import footfall.config.SettingKeys;
import footfall.config.Settings;
import footfall.feed.KafkaShippers;
import footfall.folder.OwnerOnly;
import footfall.report.UserError;
import footfall.run.Finding.CheckedCluster;
import footfall.screen.DurationText;
import footfall.screen.SafeText;
import footfall.shipper.ListedShipper;
import footfall.topology.ProcessorNames;
import footfall.topology.StreamSettings;
import footfall.view.Shippers.ShippersUnknown;
import footfall.wire.Channels;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
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
            replicas().ifPresent(findings::add);
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
                    "the cluster does not report its clock to this user, or did not answer",
                    "if its brokers are up, grant Describe on the cluster, or compare the clocks by hand");
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
                            differences.size() + " differences from what footfall expects, of which "
                                    + differences.stream()
                                            .filter(ClusterTopics.Differs::hurts)
                                            .count()
                                    + " hurt",
                            "list them with: footfall topics check " + target.options());
        } catch (UserError why) {
            return unknown("topics", why);
        }
    }

    /** Who only ships, for one, has no right to see it. */
    private static Finding unknown(String check, UserError why) {
        return why.getCause() instanceof TopicsFailed failed && failed.isDenied()
                ? Finding.skipped(check, "this user may not read the configuration of all topics")
                : Finding.error(check, why);
    }

    /** Empty without topics, which are then missing ones. */
    private Optional<Finding> replicas() {
        var check = "replicas";
        try {
            var found = new ClusterTopics(target.client(), settings, null).replicas();
            var of = " of " + found.partitions() + " partitions ";
            return found.partitions() == 0
                    ? Optional.empty()
                    : Optional.of(
                            found.unwritable() > 0
                                    ? Finding.error(
                                            check,
                                            found.unwritable() + of + "take no records: their leader does not answer, "
                                                    + "or fewer replicas are in sync than min.insync.replicas",
                                            "start the brokers that are down; shippers and processors wait, and lose "
                                                    + "nothing")
                                    : found.behind() > 0
                                            ? Finding.warning(
                                                    check,
                                                    found.behind() + of + "have a replica that is not in sync",
                                                    "start the brokers that are down, or wait until they caught up")
                                            : Finding.ok(check, "in sync, in " + found.partitions() + " partitions"));
        } catch (UserError why) {
            return Optional.of(unknown(check, why));
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
                                            + "ship --status --team"));
        } catch (ShippersUnknown unknown) {
            return unknown.isWithoutTopic()
                    ? Optional.empty()
                    : Optional.of(Finding.skipped("shippers", unknown.getMessage()));
        }
    }

    private static String silence(ListedShipper late) {
        return SafeText.of(late.name()) + " has not reported for "
                + DurationText.of(Duration.ofMillis(late.notHeardForMs()));
    }

    /** Whether a hanging transaction blocks readers of the topics of one topic prefix and its application ID. */
    static final class TransactionCheck {
        private static final String CHECK = "transactions";
        private static final int NAMED_MAX = 10;
        private static final Comparator<HangingTransaction> ORDER = Comparator.comparing(HangingTransaction::topic)
                .thenComparing(HangingTransaction::partition)
                .thenComparing(HangingTransaction::from);

        private final CheckedCluster target;
        private final String prefix;
        private final String application;

        TransactionCheck(CheckedCluster target, String prefix) {
            this.target = target;
            this.prefix = prefix;
            this.application = StreamSettings.applicationId(prefix);
        }

        /** Empty without topics, which are then missing ones. */
        Optional<Finding> finding(Duration answerMax) {
            try {
                return finding(TransactionSearch.in(target.client(), scope(), answerMax));
            } catch (TopicsFailed why) {
                return Optional.of(Finding.error(CHECK, why));
            }
        }

        private TransactionSearch.Scope scope() {
            var topics = ProcessorNames.internalTopics(application);
            Channels.all().forEach(channel -> topics.add(channel.topic(prefix)));
            return new TransactionSearch.Scope(topics, ProcessorNames.transactionalIds(application));
        }

        Optional<Finding> finding(TransactionSearch.Result result) {
            if (!(result instanceof TransactionSearch.Searched searched)) {
                return Optional.of(Finding.skipped(CHECK, hidden()));
            }
            return searched.topics().isEmpty()
                    ? Optional.empty()
                    : Optional.of(searched.hanging().isEmpty() ? none(searched) : warning(searched.hanging()));
        }

        private static Finding none(TransactionSearch.Searched searched) {
            int all = searched.topics().size();
            int read = all - searched.unread().size();
            if (read == all) {
                return Finding.ok(CHECK, "no hanging transaction");
            }
            var why = "this user may not read " + String.join(", ", new TreeSet<>(searched.unread()))
                    + "; ask its administrator for Read on these topics";
            return read == 0
                    ? Finding.skipped(CHECK, why)
                    : Finding.ok(
                            CHECK, "no hanging transaction in " + read + " of " + all + " topics; not checked: " + why);
        }

        private String hidden() {
            return "a transaction is open, and this user sees no transactional ID of the application ID " + application
                    + ": either it lacks Describe on those that begin with " + application
                    + "-, which an administrator of the cluster can give, or they expired, "
                    + "because no processor ran for "
                    + "7 days";
        }

        private Finding warning(List<HangingTransaction> hanging) {
            var sorted = hanging.stream().sorted(ORDER).toList();
            int more = sorted.size() - NAMED_MAX;
            var named = sorted.stream()
                    .limit(NAMED_MAX)
                    .map(one -> one.topic() + "-" + one.partition() + " offset " + one.from())
                    .collect(Collectors.joining(", "));
            return Finding.warning(
                    CHECK,
                    "hanging transactions " + sorted.size() + "; readers of committed records wait at: " + named
                            + (more > 0 ? " and " + more + " more" : ""),
                    "do not stop a running processor: its next write to the partition ends the transaction. If the "
                            + "processor that wrote it no longer runs, abort " + (sorted.size() > 1 ? "each" : "it")
                            + ", which loses its records: " + abortion(sorted.get(0)));
        }

        private String abortion(HangingTransaction one) {
            return "kafka-transactions.sh --bootstrap-server " + target.client().get("bootstrap.servers")
                    + (target.file() == null ? "" : " --command-config " + target.file())
                    + " abort --topic " + one.topic() + " --partition " + one.partition() + " --start-offset "
                    + one.from();
        }
    }
}
