package footfall.feed;

import footfall.view.Feed;
import java.time.Instant;

/** A subscriber that is not up to date yet. {@code position} is null: it begins now. */
final class Subscription {
    final Feed.Subscriber subscriber;
    final Instant since;
    /** Replaced and changed by the thread that has the subscription. */
    Position position;

    Subscription(Feed.Subscriber subscriber, Position position, Instant since) {
        this.subscriber = subscriber;
        this.position = position;
        this.since = since;
    }

    /** Events are missing before {@code now}, where it continues. */
    void reset(String reason, Position now) {
        position = now;
        subscriber.event(new Feed.Event(Feed.Type.RESET, now.text(), null, null, new Feed.Reset(reason)));
    }
}
