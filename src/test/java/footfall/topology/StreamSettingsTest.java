package footfall.topology;

import static footfall.topology.StreamSettings.applicationId;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StreamSettingsTest {
    private static final String PROCESS = "7f1c2a9e-0000-4000-8000-000000000001";

    @Test
    void theApplicationIdIsThePrefixWithoutItsLastDot() {
        assertThat(Stream.of("footfall.", "team", "a.b.", ".").map(StreamSettings::applicationId))
                .containsExactly("footfall", "team", "a.b", ".");
        assertThat(applicationId("footfall.")).isEqualTo("footfall");
    }

    @Test
    void anApplicationThatInstancesShareHasStandbysUnlessKafkasPropertySaysOtherwise() {
        var settings = new StreamSettings(
                "app", Path.of("state"), 1, 1, Map.of("bootstrap.servers", "b:1", "num.standby.replicas", "0"));
        assertThat(settings.shared().client())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "bootstrap.servers", "b:1",
                        "num.standby.replicas", "0",
                        "heartbeat.interval.ms", "500",
                        "max.warmup.replicas", "8",
                        "probing.rebalance.interval.ms", "60000"));
    }

    @Test
    void aTransactionIsOrphanedWhenNoMemberIsTheThreadThatBeganIt() {
        var open = List.of("app-" + PROCESS + "-1", "app-" + PROCESS + "-2");
        var one = "app-" + PROCESS + "-StreamThread-1-consumer";
        assertThat(OrphanedTransactions.among(open, List.of(one), "app")).containsExactly("app-" + PROCESS + "-2");
        assertThat(OrphanedTransactions.among(open, List.of(), "app")).containsExactlyInAnyOrderElementsOf(open);
        assertThat(OrphanedTransactions.among(open, List.of(one, "mine"), "app"))
                .isEmpty();
    }

    @Test
    void aClientIdThatBeginsWithTheApplicationIdDoesNotTellTheTransaction() {
        var open = List.of("app-" + PROCESS + "-1");
        var custom = "app-on-host-1-StreamThread-1-consumer";
        assertThat(OrphanedTransactions.among(open, List.of(custom), "app")).isEmpty();
    }
}
