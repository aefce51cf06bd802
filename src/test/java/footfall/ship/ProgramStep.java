package footfall.ship;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** One step of a program over a home: what happens, to which file, and how much of it. */
record ProgramStep(What what, int file, int amount) {
    static final int STEPS_MAX = 40;

    /** What happens to files and shipper. */
    enum What {
        APPEND,
        APPEND_HALF,
        END_HALF,
        APPEND_WITHOUT_NEWLINE,
        TRUNCATE,
        REPLACE,
        REWRITE_IN_PLACE,
        DELETE,
        RECREATE,
        FOLDER_GOES_OR_COMES,
        PERMISSION_GOES_OR_COMES,
        LINK,
        TIME,
        ROUND,
        ACKS,
        STOP,
        CRASH,
        CRASH_IN_A_ROUND,
        CHECKPOINT_LOST,
        CHECKPOINT_FLIPPED
    }

    static Arbitrary<List<ProgramStep>> programs() {
        var what = Arbitraries.frequencyOf(
                Tuple.of(8, Arbitraries.of(What.APPEND)),
                Tuple.of(10, Arbitraries.of(What.ROUND)),
                Tuple.of(4, Arbitraries.of(What.ACKS, What.TIME)),
                Tuple.of(22, Arbitraries.of(What.class)));
        var file = Arbitraries.integers().between(0, ProgramHome.FILES - 1);
        var amount = Arbitraries.integers().between(0, 9_999);
        return Combinators.combine(what, file, amount)
                .as(ProgramStep::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(STEPS_MAX);
    }
}
