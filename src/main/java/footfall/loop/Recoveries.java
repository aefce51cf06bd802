package footfall.loop;

import footfall.line.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/** Finds the recoveries of a turn. A failure during a recovery of its kind belongs to that recovery. */
public final class Recoveries<S> {
    /** The maximum number of elements of a way; a run of one tool is one. */
    public static final int WAY_MAX = 6;

    private static final String ARROW = " → ";

    private final List<S> steps;
    private final Function<S, String> name;
    private final Function<S, String> kind;
    private final Function<S, String> tool;
    private final Function<S, Outcome> outcome;
    /** The end of the run of one tool that each step is in. */
    private final int[] runEnds;

    private Recoveries(
            List<S> steps,
            Function<S, String> name,
            Function<S, String> kind,
            Function<S, String> tool,
            Function<S, Outcome> outcome) {
        this.steps = steps;
        this.name = name;
        this.kind = kind;
        this.tool = tool;
        this.outcome = outcome;
        this.runEnds = new int[steps.size()];
        for (int i = steps.size() - 1; i >= 0; i--) {
            boolean isLast = i + 1 == steps.size() || !tool(i).equals(tool(i + 1));
            runEnds[i] = isLast ? i + 1 : runEnds[i + 1];
        }
    }

    /** Those until the tool succeeds, in the order of their failures. */
    public static List<Recovery> of(List<PathStep> steps) {
        return of(steps, PathStep::tool, PathStep::tool, PathStep::tool, PathStep::outcome);
    }

    /** Those from the first failure of a kind until a step of its name succeeds, in the order of their failures. */
    public static <S> List<Recovery> of(
            List<S> steps,
            Function<S, String> name,
            Function<S, String> kind,
            Function<S, String> tool,
            Function<S, Outcome> outcome) {
        return new Recoveries<>(steps, name, kind, tool, outcome).found();
    }

    private List<Recovery> found() {
        var found = new TreeMap<Integer, Recovery>();
        var open = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < steps.size(); i++) {
            var ended = outcome.apply(steps.get(i));
            if (ended == Outcome.ERROR) {
                open.putIfAbsent(kind.apply(steps.get(i)), i);
            } else if (ended == Outcome.OK && !open.isEmpty()) {
                int end = i + 1;
                var ending = name.apply(steps.get(i));
                open.values().removeIf(from -> {
                    boolean isEnd = name.apply(steps.get(from)).equals(ending);
                    if (isEnd) {
                        found.put(from, new Recovery(from, tool(from), true, end - from, way(from, end)));
                    }
                    return isEnd;
                });
            }
        }
        for (int from : open.values()) {
            found.put(from, new Recovery(from, tool(from), false, 1, tool(from)));
        }
        return new ArrayList<>(found.values());
    }

    private String way(int from, int to) {
        var elements = new ArrayList<String>(WAY_MAX + 1);
        int at = from;
        while (at < to && elements.size() < WAY_MAX) {
            int end = Math.min(runEnds[at], to);
            elements.add(end - at > 1 ? tool(at) + "{2+}" : tool(at));
            at = end;
        }
        if (at < to) {
            elements.add("…");
        }
        return String.join(ARROW, elements);
    }

    private String tool(int step) {
        return tool.apply(steps.get(step));
    }
}
