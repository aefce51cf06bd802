package footfall.view;

import java.util.List;

/** The longest open turns in descending order, and the number of all open turns. */
public record OpenTurns(List<OpenTurn> turns, int count) {
    public static final OpenTurns NONE = new OpenTurns(List.of(), 0);

    public OpenTurns {
        turns = List.copyOf(turns);
    }
}
