package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class CatchUpTest {
    private final Deque<Supplier<OptionalLong>> lags = new ArrayDeque<>();
    private final List<OptionalLong> lefts = new ArrayList<>();

    private CatchUp run(List<Supplier<OptionalLong>> answers) {
        lags.addAll(answers);
        var made = new CatchUp[1];
        made[0] = new CatchUp(() -> lags.remove().get(), pause -> lefts.add(made[0].left()));
        made[0].run();
        return made[0];
    }

    private static OptionalLong away() {
        throw new TimeoutException("x");
    }

    @Test
    void anInstanceHasCaughtUpOnceItsStoresLackLittleAndThatCountsForEver() {
        var catchUp = run(List.of(
                OptionalLong::empty,
                () -> OptionalLong.of(8_722),
                CatchUpTest::away,
                () -> OptionalLong.of(1_001),
                () -> OptionalLong.of(1_000),
                () -> OptionalLong.of(9_000)));
        assertThat(lefts)
                .containsExactly(
                        OptionalLong.of(CatchUp.UNKNOWN),
                        OptionalLong.of(8_722),
                        OptionalLong.of(8_722),
                        OptionalLong.of(1_001));
        assertThat(catchUp.left()).isEmpty();
        assertThat(lags).hasSize(1);
    }

    @Test
    void itIsUnknownBeforeTheFirstAnswer() {
        assertThat(new CatchUp(OptionalLong::empty, pause -> {}).left()).hasValue(CatchUp.UNKNOWN);
    }
}
