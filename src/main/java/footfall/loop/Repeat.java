package footfall.loop;

import footfall.line.Intent;
import footfall.line.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A step that came back to the same thing as an earlier one. {@code step} and {@code earlier}: their sequences.
 * {@code name}: the command, or the tool of another call.
 */
public record Repeat(Kind kind, String name, int step, int earlier) {
    /** What was the same. */
    public enum Kind {
        /** The call, and nothing may have changed since. */
        SAME_CALL,
        /** The file, or the same part of it, read again although something may have changed since. */
        SAME_READ,
        /** What the call waits for. */
        POLLING;

        private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

        public String word() {
            return word;
        }
    }

    private static final String WAIT = "wait";

    /** What calls with these intents are for changes no file. */
    private static final Set<String> LOOKING = Set.of(Intent.READ, "search", "plan", "ask", "web", "skill", WAIT);

    private static final Set<String> LOOKING_COMMANDS = Set.of(
            "git blame",
            "git branch",
            "git describe",
            "git diff",
            "git grep",
            "git log",
            "git ls-files",
            "git remote",
            "git rev-parse",
            "git show",
            "git status",
            "docker images",
            "docker inspect",
            "docker logs",
            "docker ps",
            "kubectl describe",
            "kubectl get",
            "kubectl logs",
            "kubectl top",
            "systemctl status",
            "df",
            "lsof",
            "netstat",
            "ps",
            "ss",
            "top");

    /** After a compaction, the model may have forgotten what it knew. */
    private record Same(int compactions, String tool, String thing) {}

    /** In the order of the steps; the latest earlier step counts. */
    public static List<Repeat> of(List<PathStep> steps) {
        var repeats = new ArrayList<Repeat>();
        var latest = new HashMap<Same, Integer>();
        int changed = -1;
        for (int i = 0; i < steps.size(); i++) {
            var step = steps.get(i);
            var same = same(step);
            var earlier = same == null ? null : latest.get(same);
            var kind = earlier == null || !hasRun(step) ? null : kind(step, earlier >= changed);
            if (kind != null) {
                repeats.add(new Repeat(kind, step.command() == null ? step.tool() : step.command(), i, earlier));
            }
            if (same != null && (hasRun(step) || step.outcome() == Outcome.CANCELLED)) {
                latest.put(same, i);
            }
            changed = mayChange(step) ? i : changed;
        }
        return repeats;
    }

    private static boolean hasRun(PathStep step) {
        return step.outcome() == Outcome.OK || step.outcome() == Outcome.ERROR || step.outcome() == Outcome.PENDING;
    }

    /** Null when the input is not known, or the call is an edit. */
    private static Same same(PathStep step) {
        var target = step.target();
        boolean isWhole = target != null && !target.part() && step.intent().equals(Intent.READ);
        if (step.input() == null && !isWhole) {
            return null;
        }
        return new Same(
                step.compactions(), step.tool(), step.input() == null ? "file " + target.value() : step.input());
    }

    /** Null for a command that runs again after something changed. */
    private static Kind kind(PathStep step, boolean isAsItWas) {
        if (step.intent().equals(WAIT)) {
            return Kind.POLLING;
        } else if (isAsItWas) {
            return Kind.SAME_CALL;
        }
        return step.target() != null ? Kind.SAME_READ : null;
    }

    private static boolean mayChange(PathStep step) {
        if (step.intent().equals(Intent.EDIT) && step.command() == null) {
            return step.outcome() == Outcome.OK;
        }
        boolean isLooking =
                LOOKING.contains(step.intent()) || step.command() != null && LOOKING_COMMANDS.contains(step.command());
        return !isLooking && !step.outcome().isRefused();
    }
}
