package footfall.serve;

import footfall.view.Answers;
import footfall.view.TopologyState;
import java.util.function.Supplier;

/** A topology that the API answers from. */
public record ApiSource(Answers answers, Supplier<TopologyState> state) {}
