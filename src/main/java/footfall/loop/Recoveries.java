package footfall.loop;

import footfall.line.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds the recoveries of a turn. A failure during a recovery of its tool belongs to that recovery. */
public final class Recoveries {
    /** The maximum number of elements of a way; a run of one tool is one. */
    public static final int WAY_MAX = 6;

    private static final String ARROW = " → ";

    private final List<PathStep> steps;
    /** The end of the run of one tool that each step is in. */
    private final int[] runEnds;

    private Recoveries(List<PathStep> steps) {
        this.steps = steps;
        this.runEnds = new int[steps.size()];
        for (int i = steps.size() - 1; i >= 0; i--) {
            boolean isLast = i + 1 == steps.size() || !tool(i).equals(tool(i + 1));
            runEnds[i] = isLast ? i + 1 : runEnds[i + 1];
        }
    }

    /** In the order of their failures. */
    public static List<Recovery> of(List<PathStep> steps) {
        return new Recoveries(steps).found();
    }

    private List<Recovery> found() {
        var found = new TreeMap<Integer, Recovery>();
        var open = new LinkedHashMap<String, Integer>();
        for (int i = 0; i < steps.size(); i++) {
            var outcome = steps.get(i).outcome();
            if (outcome == Outcome.ERROR) {
                open.putIfAbsent(tool(i), i);
            } else if (outcome == Outcome.OK) {
                var from = open.remove(tool(i));
                if (from != null) {
                    found.put(from, new Recovery(from, tool(i), true, i + 1 - from, way(from, i + 1)));
                }
            }
        }
        for (Map.Entry<String, Integer> one : open.entrySet()) {
            found.put(one.getValue(), new Recovery(one.getValue(), one.getKey(), false, 1, one.getKey()));
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
        return steps.get(step).tool();
    }
}
