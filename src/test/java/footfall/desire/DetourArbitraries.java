package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.loop.Level;
import footfall.loop.Repeat;
import footfall.turn.Contribution;
import footfall.turn.DetourTotals;
import footfall.turn.DetourTotals.Wasted;
import footfall.turn.DetourTotals.Way;
import footfall.turn.Tokens;
import footfall.turn.TurnRules;
import java.math.BigDecimal;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Loops, repeats and recoveries of turns, with more ways than a record has. */
final class DetourArbitraries {
    private DetourArbitraries() {}

    static Contribution with(Contribution turn, DetourTotals detours) {
        return new Contribution(
                turn.pattern(),
                turn.length(),
                turn.isLong(),
                turn.startedAt(),
                turn.calls(),
                turn.failures(),
                turn.bill(),
                detours);
    }

    static Arbitrary<DetourTotals> detours() {
        var loops = Combinators.combine(
                        Arbitraries.of(Level.values()), Arbitraries.of("(Read){3+}", "(Bash){3+}"), numbers())
                .as((level, name, n) ->
                        new DetourTotals.Loops(level, name, n, 2 * n, 3 * n, 7L * n, n - 1, n / 2, n / 3, n + 1))
                .list()
                .ofMaxSize(3)
                .uniqueElements(one -> one.level() + one.name());
        var ways = Combinators.combine(Arbitraries.of("a", "b", "c", "d", "é", "😀", "f"), numbers())
                .as(Way::new)
                .list()
                .ofMaxSize(4)
                .uniqueElements(Way::way);
        var repeats = Combinators.combine(
                        Arbitraries.of(Repeat.Kind.values()),
                        Arbitraries.of("Read", "git status", TurnRules.OTHER),
                        numbers(),
                        wasted(),
                        ways,
                        wasted())
                .as((kind, name, n, wasted, some, taken) -> new DetourTotals.Repeats(
                        kind,
                        name,
                        n,
                        wasted,
                        n % 3 == 0 ? null : new DetourTotals.Followed(n, n / 2, 3 * n, 5L * n, some, taken)))
                .list()
                .ofMaxSize(3)
                .uniqueElements(one -> one.kind() + one.name());
        var recoveries = Combinators.combine(
                        Arbitraries.of("Read", "Bash", "Gone", TurnRules.OTHER), numbers(), wasted(), ways, wasted())
                .as((tool, n, wasted, some, taken) -> new DetourTotals.Recoveries(
                        ErrorCategory.TIMEOUT, tool, n, n / 2, 3 * n, 5L * n, wasted, some, taken))
                .list()
                .ofMaxSize(2)
                .uniqueElements(DetourTotals.Recoveries::subject);
        var answers = Combinators.combine(Arbitraries.of("user-once", "user", "no-rule", "path"), numbers())
                .as(Way::new)
                .list()
                .ofMaxSize(4)
                .uniqueElements(Way::way);
        var questions = Combinators.combine(
                        Arbitraries.of("Edit", "cargo test", TurnRules.OTHER), numbers(), numbers(), answers)
                .as((name, n, allowed, some) ->
                        new DetourTotals.Questions(name, n, Math.min(n, allowed), 13L * n, some))
                .list()
                .ofMaxSize(2)
                .uniqueElements(DetourTotals.Questions::name);
        return Combinators.combine(loops, repeats, recoveries, questions).as(DetourTotals::new);
    }

    private static Arbitrary<Integer> numbers() {
        return Arbitraries.integers().between(1, 4);
    }

    private static Arbitrary<Wasted> wasted() {
        return Arbitraries.longs().between(0, 30).map(n -> {
            var tokens = new Tokens(n.longValue(), 2 * n, n.longValue(), n / 2, n.longValue());
            return n % 3 == 0
                    ? new Wasted(n, 11 * n, tokens, BigDecimal.ZERO, tokens)
                    : new Wasted(n, 11 * n, tokens, new BigDecimal("0.000103").multiply(BigDecimal.valueOf(n)), null);
        });
    }
}
