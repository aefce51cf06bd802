package footfall.loop;

import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.Shell;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A step that went well and brought nothing new: it came back to the same thing as an {@code earlier} one, or found
 * nothing, then {@code earlier} is null. {@code step}: its sequence. {@code name}: the command, or the tool of another
 * call.
 */
public record Repeat(Kind kind, String name, int step, Integer earlier) {
    /** What was the same. */
    public enum Kind {
        /** The call, and nothing may have changed since. */
        SAME_CALL,
        /** The file, or the same part of it, read again although something may have changed since. */
        SAME_READ,
        /** What the call waits for. */
        POLLING,
        /** The build, after something may have changed. */
        RERUN,
        /** Nothing: a search without a result, after which the search went on. */
        EMPTY;

        private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

        public String word() {
            return word;
        }

        /** Waiting and building again are no loops to be blamed, and a search may need more than one call. */
        public boolean isWaste() {
            return this == SAME_CALL || this == SAME_READ;
        }

        public static Optional<Kind> ofWord(String word) {
            return Stream.of(values()).filter(kind -> kind.word.equals(word)).findFirst();
        }
    }

    /** What calls with these intents are for changes no file, and takes no time that matters. */
    private static final Set<String> LOOKING = Set.of(Intent.READ, Intent.SEARCH, "plan", "web");

    /** After a compaction, the model may have forgotten what it knew. {@code file}: null for another call. */
    private record Same(int compactions, String tool, String file, String input) {
        // As in RowKey.
        @Override
        public boolean equals(Object other) {
            return other instanceof Same same
                    && compactions == same.compactions
                    && tool.equals(same.tool)
                    && Objects.equals(file, same.file)
                    && Objects.equals(input, same.input);
        }

        @Override
        public int hashCode() {
            return (Objects.hashCode(file) * 31 + Objects.hashCode(input)) * 31 + tool.hashCode();
        }
    }

    /** In the order of the steps; the latest earlier step counts. */
    public static List<Repeat> of(List<PathStep> steps) {
        var repeats = new ArrayList<Repeat>();
        var latest = new HashMap<Same, Integer>();
        int changed = -1;
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var same = hasRun(step) ? same(step) : null;
            var earlier = same == null ? null : latest.get(same);
            boolean isInVain =
                    earlier != null && (looks(step) ? earlier > changed : failedAgain(steps, earlier, changed, step));
            var kind = earlier == null ? null : kind(step, isInVain);
            boolean isEmpty = kind == null && foundNothing(step) && isSoughtOn(steps, i);
            if (kind != null) {
                repeats.add(new Repeat(kind, step.command() == null ? step.tool() : step.command(), i, earlier));
            }
            if (isEmpty) {
                repeats.add(new Repeat(Kind.EMPTY, step.command() == null ? step.tool() : step.command(), i, null));
            }
            if (same != null) {
                latest.put(same, i);
            }
            if (isRejected(step)) { // It has to be read again.
                latest.keySet().removeIf(one -> step.target().value().equals(one.file));
            }
            changed = looks(step) ? changed : i;
        }
        return repeats;
    }

    /** A command that failed as before, and nothing else has run since: what it may change was of no use. */
    private static boolean failedAgain(List<PathStep> steps, int earlier, int changed, PathStep step) {
        return earlier == changed
                && !step.joined()
                && Shell.runs(step.tool())
                && step.outcome() == Outcome.ERROR
                && steps.get(earlier).outcome() == Outcome.ERROR;
    }

    private static boolean foundNothing(PathStep step) {
        return step.isEmpty() && hasRun(step);
    }

    private static boolean isSearch(PathStep step) {
        return step.intent().equals(Intent.SEARCH) && hasRun(step);
    }

    /**
     * Whether the next call after a search, and those beside it, is a search again. Else that there is nothing was the
     * answer. What is found beside it came in time.
     */
    private static boolean isSoughtOn(List<PathStep> steps, int search) {
        int from = search;
        while (from > 0 && steps.get(from).joined()) {
            from--;
        }
        int next = from + 1;
        while (next < steps.size() && steps.get(next).joined()) {
            next++;
        }
        return next < steps.size()
                && isSearch(steps.get(next))
                && steps.subList(from, next).stream().allMatch(one -> !isSearch(one) || foundNothing(one));
    }

    private static boolean hasRun(PathStep step) {
        return step.outcome() == Outcome.OK || step.outcome() == Outcome.ERROR || step.outcome() == Outcome.PENDING;
    }

    private static boolean isRejected(PathStep step) {
        return step.intent().equals(Intent.EDIT) && step.outcome() == Outcome.ERROR && step.target() != null;
    }

    /** Null when the input is not known, or the call is an edit. */
    private static Same same(PathStep step) {
        var target = step.target();
        boolean isWhole = target != null && !target.part() && step.intent().equals(Intent.READ);
        return step.input() == null && !isWhole
                ? null
                : new Same(step.compactions(), step.tool(), target == null ? null : target.value(), step.input());
    }

    /** Null for a call that acts, and for one that runs again after something changed. */
    private static Kind kind(PathStep step, boolean isInVain) {
        if (step.intent().equals(Intent.WAIT)) {
            return Kind.POLLING;
        } else if (isInVain) {
            return Kind.SAME_CALL;
        }
        if (step.target() != null) {
            return Kind.SAME_READ;
        }
        // A test after a change is the work itself, and so is a look at what changed.
        return step.command() != null && step.intent().equals("build") ? Kind.RERUN : null;
    }

    /** Time passes while a call waits, so that changes too; a person who is asked may change anything. */
    private static boolean looks(PathStep step) {
        return step.outcome().isRefused()
                || step.looks()
                || !Shell.runs(step.tool()) && LOOKING.contains(step.intent());
    }
}
