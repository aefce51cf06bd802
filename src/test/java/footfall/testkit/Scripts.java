package footfall.testkit;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random scripts for properties. */
public final class Scripts {
    private static final int MOVES_MAX = 40;

    private Scripts() {}

    /** Lines of any kind, of the main agent and two subagents. */
    public static Arbitrary<Script> any() {
        return of(
                Arbitraries.of(Script.Kind.class),
                Arbitraries.frequency(Tuple.of(4, 0), Tuple.of(1, 1), Tuple.of(1, 2)));
    }

    /** Only the main agent has calls that run agents, and only its lines link them. */
    public static Arbitrary<Script> withLinksInTheMainTrail() {
        return any().map(script ->
                new Script(script.moves().stream().map(Scripts::withoutNesting).toList()));
    }

    private static Script.Move withoutNesting(Script.Move move) {
        if (move.agent() == 0) {
            return move;
        }
        var kind = switch (move.kind()) {
            case LINK -> Script.Kind.WORK;
            case RESULT_LINK -> Script.Kind.RESULT;
            default -> move.kind();
        };
        // Call ids of an agent are its own, as they are in life.
        return new Script.Move(kind, move.agent(), move.call() + 100 * move.agent(), move.message(), move.after());
    }

    private static Arbitrary<Script> of(Arbitrary<Script.Kind> kinds, Arbitrary<Integer> agents) {
        var moves = Combinators.combine(
                        kinds,
                        agents,
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(-3, 9))
                .as(Script.Move::new);
        return moves.list().ofMaxSize(MOVES_MAX).map(list -> new Script(List.copyOf(list)));
    }

    /** Waits between lines, in milliseconds: mostly short, some beyond every timer. */
    public static Arbitrary<List<Integer>> waits() {
        return Arbitraries.of(0, 0, 1, 499, 500, 4_999, 5_001, 1_800_001, 7_200_000)
                .list()
                .ofSize(MOVES_MAX);
    }
}
