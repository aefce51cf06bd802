package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorNamesTest {
    private static final String PROCESS = "0f8fad5b-d9cb-469f-a165-70867728950e";

    private static List<String> own(List<String> ids, String application) {
        return ids.stream().filter(ProcessorNames.transactionalIds(application)).toList();
    }

    @Test
    void anotherApplicationWhoseIdBeginsWithThisOneHasOtherTransactions() {
        var own = "fz-" + PROCESS + "-12";
        var others = List.of("fz-two-" + PROCESS + "-1", "fz-1", "fz-" + PROCESS, "fz-" + PROCESS + "-1-x");
        assertThat(own(others, "fz")).isEmpty();
        assertThat(own(List.of(own, others.get(0)), "fz")).containsExactly(own);
        assertThat(own(others, "fz-two")).containsExactly(others.get(0));
        assertThat(own(List.of("aXb-" + PROCESS + "-1"), "a.b")).isEmpty();
    }

    @Test
    void theInternalTopicsAreThoseOfAllStoresAndTheRepartition() {
        assertThat(ProcessorNames.internalTopics("fz"))
                .containsExactlyInAnyOrder(
                        "fz-assembler-changelog",
                        "fz-turn-log-changelog",
                        "fz-tally-changelog",
                        "fz-tally-by-key-repartition");
    }
}
