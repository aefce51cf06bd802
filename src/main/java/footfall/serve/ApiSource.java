package footfall.serve;

import footfall.view.Answers;
import footfall.view.Shippers;
import footfall.view.TopologyState;
import java.util.function.Supplier;

/** A topology that the API answers from, and the shippers that send to it. */
public record ApiSource(Answers answers, Supplier<TopologyState> state, Shippers shippers) {
    /** Without shippers. */
    public ApiSource(Answers answers, Supplier<TopologyState> state) {
        this(answers, state, Shippers.NONE);
    }
}
