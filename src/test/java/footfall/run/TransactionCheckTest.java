package footfall.run;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.broker.TransactionSearch.HangingTransaction;
import footfall.broker.TransactionSearch.Result;
import footfall.broker.TransactionSearch.Searched;
import footfall.broker.TransactionSearch.WritersHidden;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TransactionCheckTest {
    private static final Map<String, String> CLIENT = Map.of("bootstrap.servers", "kafka-1:9092,kafka-2:9092");

    private static Optional<Finding> finding(Result result) {
        return finding(result, null);
    }

    private static Optional<Finding> finding(Result result, Path file) {
        return new ClusterChecks.TransactionCheck(new Finding.CheckedCluster(CLIENT, file, ""), "footfall.")
                .finding(result);
    }

    private static Searched searched(List<HangingTransaction> hanging) {
        return new Searched(Set.of("footfall.turns", "footfall.alerts"), Set.of(), hanging);
    }

    private static HangingTransaction hanging(String topic, int partition, long from) {
        return new HangingTransaction(topic, partition, from, 7, 1, 0);
    }

    @Test
    void whereNothingHangsNothingIsToBeDone() {
        assertThat(finding(searched(List.of()))).contains(Finding.ok("transactions", "no hanging transaction"));
    }

    @Test
    void topicsThatDoNotExistAreLeftToTheCheckOfTopics() {
        assertThat(finding(new Searched(Set.of(), Set.of(), List.of()))).isEmpty();
    }

    @Test
    void theWarningNamesPartitionAndOffsetAndTheCommandThatEndsIt() {
        assertThat(finding(searched(List.of(hanging("footfall.turns", 3, 17)))))
                .contains(Finding.warning(
                        "transactions",
                        "hanging transactions 1; readers of committed records wait at: footfall.turns-3 offset 17",
                        "do not stop a running processor: its next write to the partition ends the transaction. If the "
                                + "processor that wrote it no longer runs, abort it, which loses its records: "
                                + "kafka-transactions.sh --bootstrap-server kafka-1:9092,kafka-2:9092 abort --topic "
                                + "footfall.turns --partition 3 --start-offset 17"));
    }

    @Test
    void tenAreNamedInOrderAndTheOthersCounted() {
        var all = IntStream.range(0, 13)
                .mapToObj(number -> hanging(number < 2 ? "footfall.turns" : "footfall.alerts", number, 100))
                .sorted(Comparator.comparing(HangingTransaction::partition).reversed())
                .toList();
        var named = IntStream.range(2, 12)
                .mapToObj(number -> "footfall.alerts-" + number + " offset 100")
                .collect(Collectors.joining(", "));
        assertThat(finding(searched(all), Path.of("client.properties")).orElseThrow())
                .satisfies(warning -> assertThat(warning.message())
                        .isEqualTo("hanging transactions 13; readers of committed records wait at: " + named
                                + " and 3 more"))
                .satisfies(warning -> assertThat(warning.remedy())
                        .endsWith("abort each, which loses its records: kafka-transactions.sh --bootstrap-server "
                                + "kafka-1:9092,kafka-2:9092 --command-config client.properties abort --topic "
                                + "footfall.alerts --partition 2 --start-offset 100"));
    }

    @Test
    void whatThisUserMayNotReadIsNamed() {
        var topics = Set.of("footfall.turns", "footfall.open", "footfall.alerts");
        assertThat(finding(new Searched(topics, topics, List.of())))
                .contains(Finding.skipped(
                        "transactions",
                        "this user may not read footfall.alerts, footfall.open, footfall.turns; ask its "
                                + "administrator for Read on these topics"));
        assertThat(finding(new Searched(topics, Set.of("footfall.turns"), List.of())))
                .contains(Finding.ok(
                        "transactions",
                        "no hanging transaction in 2 of 3 topics; not checked: this user may not read footfall.turns; "
                                + "ask its administrator for Read on these topics"));
        assertThat(finding(new Searched(topics, Set.of("footfall.turns"), List.of(hanging("footfall.open", 0, 1)))))
                .hasValueSatisfying(found -> assertThat(found.level()).isEqualTo(Finding.Level.WARNING));
    }

    @Test
    void withoutTransactionalIdsNothingIsJudged() {
        assertThat(finding(new WritersHidden()))
                .contains(Finding.skipped(
                        "transactions",
                        "a transaction is open, and this user sees no transactional ID of the "
                                + "application ID footfall: either it lacks Describe on those that begin with "
                                + "footfall-, which an administrator of the cluster can give, or they expired, "
                                + "because no processor ran for 7 days"));
    }
}
