package footfall.serve;

import footfall.view.Feed;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hands every event to its subscribers, and refuses the position {@code bad}. */
final class PushedFeed implements Feed {
    final List<Subscriber> subscribers = new CopyOnWriteArrayList<>();
    final List<String> positions = new CopyOnWriteArrayList<>();

    @Override
    public void subscribe(String position, Subscriber subscriber) {
        if ("bad".equals(position)) {
            throw new IllegalArgumentException("bad");
        }
        positions.add(String.valueOf(position));
        subscribers.add(subscriber);
    }

    void push(Event event) {
        subscribers.removeIf(one -> !one.isOpen());
        subscribers.forEach(one -> one.event(event));
    }
}
