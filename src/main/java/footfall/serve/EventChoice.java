package footfall.serve;

import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.view.Feed;
import footfall.view.Selection;
import java.util.Set;

/**
 * The events that a client selects; {@code types} is null for all. An event without the value by which a client selects
 * is not sent, but for the end of something, which a client that never saw it ignores.
 */
record EventChoice(Client client, Set<String> types, Selection selection) {
    private static final Origin NOWHERE = new Origin(null, null, null);
    private static final Turn.Product UNKNOWN = new Turn.Product(null, null);

    boolean admits(Feed.Event event) {
        return event.type() == Feed.Type.RESET
                || (types == null || types.contains(event.type().word()))
                        && admitsSession(event)
                        && admitsProduct(event)
                        && admitsOrigin(event);
    }

    private boolean admitsSession(Feed.Event event) {
        var asked = selection.session();
        return asked.isEmpty()
                || (event.sessionId() == null
                        ? event.type().isEnd()
                        : asked.get().equals(event.sessionId()));
    }

    private boolean admitsProduct(Feed.Event event) {
        return event.product() == null
                ? event.type().isEnd() || selection.admits(UNKNOWN)
                : selection.admits(event.product());
    }

    private boolean admitsOrigin(Feed.Event event) {
        return event.origin() == null
                ? event.type().isEnd() || selection.admits(NOWHERE)
                : selection.admits(event.origin());
    }
}
