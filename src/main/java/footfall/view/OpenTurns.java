package footfall.view;

import java.util.List;

/** The longest open turns in descending order, and the number of all open turns. */
public record OpenTurns(List<OpenTurn> turns, int count) {
    public static final OpenTurns NONE = new OpenTurns(List.of(), 0);

    public OpenTurns {
        turns = List.copyOf(turns);
    }

    /** The longest of all parts. */
    public static OpenTurns merged(List<OpenTurns> parts, int max) {
        var turns = parts.stream()
                .flatMap(part -> part.turns.stream())
                .sorted(OpenTurn.LONGEST_FIRST)
                .limit(max)
                .toList();
        return new OpenTurns(turns, parts.stream().mapToInt(OpenTurns::count).sum());
    }
}
