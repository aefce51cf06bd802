package footfall.view;

import footfall.desire.Desire;
import footfall.pattern.Tool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * An entry of the ranking: a tool, or a turn pattern that is a desire. {@code kind} says which; {@code alias}
 * is null without one, {@code failures} is null for a turn pattern.
 */
public record Path(
        int rank,
        String kind,
        String pattern,
        long count,
        double avgTurnLen,
        double longTurnPct,
        String alias,
        Long failures) {
    public static final String TOOL = "tool";
    public static final String TURN_PATTERN = Desire.TURN_PATTERN;

    private static final Comparator<Path> RANKING = Comparator.comparingLong(Path::count)
            .reversed()
            .thenComparing(Path::pattern)
            .thenComparing(Path::kind);

    /**
     * The first {@code top} paths: the most frequent first, ties by name. Of the desires, only turn patterns
     * are paths.
     */
    public static List<Path> ranked(List<Tool> tools, List<Desire> desires, Aliases aliases, int top) {
        var paths = new ArrayList<Path>();
        tools.forEach(tool -> paths.add(of(tool, aliases)));
        desires.stream().filter(Desire::isTurnPattern).forEach(desire -> paths.add(of(desire, aliases)));
        paths.sort(RANKING);
        var ranked = new ArrayList<Path>();
        for (var path : paths.subList(0, Math.min(top, paths.size()))) {
            ranked.add(path.ranked(ranked.size() + 1));
        }
        return ranked;
    }

    private static Path of(Tool tool, Aliases aliases) {
        return new Path(
                0,
                TOOL,
                tool.tool(),
                tool.count(),
                tool.avgTurnLen(),
                tool.longTurnPct(),
                aliases.of(tool.tool()),
                tool.failures());
    }

    private static Path of(Desire desire, Aliases aliases) {
        return new Path(
                0,
                TURN_PATTERN,
                desire.subject(),
                desire.count(),
                desire.avgLength(),
                100,
                aliases.of(desire.subject()),
                null);
    }

    /** With its alias among these, if there is one. */
    public Path named(Aliases aliases) {
        var name = aliases.of(pattern);
        return name == null ? this : new Path(rank, kind, pattern, count, avgTurnLen, longTurnPct, name, failures);
    }

    private Path ranked(int place) {
        return new Path(place, kind, pattern, count, avgTurnLen, longTurnPct, alias, failures);
    }
}
