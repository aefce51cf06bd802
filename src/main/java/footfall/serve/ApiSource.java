package footfall.serve;

import footfall.view.Answers;
import footfall.view.Shippers;
import footfall.view.TopologyState;
import footfall.view.TurnTexts;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A topology that the API answers from, and the shippers that send to it. {@code texts}: of the transcripts that are
 * read in this process; null without any. {@code early}: what answers still lack since the process started, as the
 * rest of a sentence; empty when they lack nothing.
 */
public record ApiSource(
        Answers answers,
        Supplier<TopologyState> state,
        Shippers shippers,
        TurnTexts texts,
        Supplier<Optional<String>> early) {
    /** Without shippers and transcripts, and never early. */
    public ApiSource(Answers answers, Supplier<TopologyState> state) {
        this(answers, state, Shippers.NONE, null, Optional::empty);
    }
}
