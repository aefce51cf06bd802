package footfall.run;

import footfall.broker.HangingTransaction;
import footfall.broker.TopicsFailed;
import footfall.broker.TransactionSearch;
import footfall.topology.ProcessorNames;
import footfall.topology.StreamSettings;
import footfall.wire.Channels;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether a hanging transaction blocks readers of the topics of one topic prefix and its application ID. */
final class TransactionCheck {
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
            return Optional.of(Finding.ok(CHECK, "not checked: " + hidden()));
        }
        return searched.topics().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        searched.hanging().isEmpty() ? Finding.ok(CHECK, none(searched)) : warning(searched.hanging()));
    }

    private static String none(TransactionSearch.Searched searched) {
        int all = searched.topics().size();
        int read = all - searched.unread().size();
        if (read == all) {
            return "no hanging transaction";
        }
        return (read == 0 ? "" : "no hanging transaction in " + read + " of " + all + " topics; ")
                + "not checked: this user may not read " + String.join(", ", new TreeSet<>(searched.unread()))
                + "; ask its administrator for Read on these topics";
    }

    private String hidden() {
        return "a transaction is open, and this user sees no transactional ID of the application ID " + application
                + ": either it lacks Describe on those that begin with " + application
                + "-, which an administrator of the cluster can give, or they expired, because no processor ran for "
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
