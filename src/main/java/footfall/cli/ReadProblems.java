package footfall.cli;

import footfall.view.Shipped;
import java.util.HashSet;
import java.util.Set;

/** Reports unreadable files and empty homes on stderr, each once. */
final class ReadProblems {
    private static final int SAID_MAX = 1_000;

    private final Console console;
    private final boolean hasShipper;
    private final Set<String> said = new HashSet<>();

    ReadProblems(Console console, boolean hasShipper) {
        this.console = console;
        this.hasShipper = hasShipper;
    }

    void say(Shipped shipped) {
        if (hasShipper && shipped.files() == 0 && shipped.isSearched()) {
            once("no transcripts yet in " + String.join(", ", shipped.places()) + "; waiting");
        }
        shipped.problems().forEach(this::once);
    }

    void once(String problem) {
        if (said.size() < SAID_MAX && said.add(problem)) {
            console.say(problem);
        }
    }
}
