package footfall.loop;

import java.util.List;

/** The names of loops: {@code (Edit){3+}}, and {@code (Edit → Read){2+}} for a cycle of several activities. */
public final class LoopName {
    private static final String ARROW = " → ";
    private static final String END = "){";

    private LoopName() {}

    static String of(List<String> cycle) {
        return "(" + String.join(ARROW, cycle) + END + (cycle.size() == 1 ? "3+}" : "2+}");
    }

    /**
     * The activities of a loop's cycle. Tools may have any name, also one that contains an arrow: then it counts as two
     * activities. A text that is no name of a loop is one activity.
     */
    public static List<String> activities(String name) {
        int end = name.lastIndexOf(END);
        return List.of((end < 1 ? name : name.substring(1, end)).split(ARROW, -1));
    }
}
