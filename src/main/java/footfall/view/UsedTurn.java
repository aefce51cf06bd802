package footfall.view;

import footfall.pattern.Spent;
import footfall.turn.HourTokens;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.turn.TurnOutcome;
import java.util.List;

/**
 * What answers about usage need of a turn, if they need none of its steps. {@code spent}: everything but its tokens,
 * which are in {@code usage}; {@code priceList}: that of their cost.
 */
public record UsedTurn(
        Selection.Head head,
        String agentId,
        String subagentType,
        String copyOf,
        String pattern,
        TurnOutcome outcome,
        Turn.Product product,
        Origin origin,
        List<String> models,
        String priceList,
        List<HourTokens> usage,
        Spent spent) {
    public UsedTurn {
        models = List.copyOf(models);
        usage = List.copyOf(usage);
    }

    /** Whether it is selected, if that does not depend on steps. */
    boolean isIn(Selection selection) {
        return selection.admits(head)
                && selection.admits(origin)
                && selection.admits(product)
                && selection.admits(outcome, models, pattern);
    }

    public static UsedTurn of(Turn turn) {
        return new UsedTurn(
                Selection.Head.of(turn),
                turn.id().agentId(),
                turn.parent().subagentType(),
                turn.prompt().copyOf(),
                turn.size().pattern(),
                turn.span().outcome(),
                turn.product(),
                turn.origin(),
                turn.spend().models(),
                turn.spend().priceList(),
                turn.spend().usage(),
                Spent.of(turn));
    }
}
