package footfall.cli;

import footfall.screen.CountWords;
import java.util.ArrayList;
import java.util.List;

/** Explains an empty answer: how many candidates there were, and how many each filter excludes by itself. */
final class Exclusions {
    private final String none;
    private final String candidate;
    private final long candidates;
    private final List<String> filters = new ArrayList<>();

    /**
     * {@code none}: the message for an empty answer; {@code candidate}: what the filters apply to, in the
     * singular.
     */
    Exclusions(String none, String candidate, long candidates) {
        this.none = none;
        this.candidate = candidate;
        this.candidates = candidates;
    }

    /** Adds a filter as typed, unless it excluded nothing. */
    Exclusions filter(String typed, long excluded) {
        if (excluded > 0) {
            filters.add(typed + " excludes " + CountWords.number(excluded));
        }
        return this;
    }

    String text() {
        return filters.isEmpty()
                ? none
                : none + ": of " + CountWords.of(candidates, candidate) + ", " + String.join(", ", filters);
    }
}
