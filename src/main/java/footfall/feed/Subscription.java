package footfall.feed;

import footfall.view.Feed;
import java.util.Set;

/** A subscriber that is not up to date yet. {@code position} is null: it begins now. */
final class Subscription {
    final Feed.Subscriber subscriber;
    /** Replaced and changed by the thread that has the subscription. */
    Offsets position;

    Subscription(Feed.Subscriber subscriber, Offsets position) {
        this.subscriber = subscriber;
        this.position = position;
    }

    /** Events of some sources are missing before {@code now}, where it continues. */
    void reset(String reason, Set<Source> sources, Offsets now) {
        position = now;
        var topics = sources.stream().map(source -> source.channel.name()).toList();
        subscriber.event(new Feed.Event(Feed.Type.RESET, now.text(), null, null, null, new Feed.Reset(reason, topics)));
    }
}
