package footfall.feed;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.feed.KafkaFeed.RecentEvents;
import footfall.view.Feed;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Events in memory, for a subscriber whose position is from another instance. */
class RecentEventsTest {
    private static Feed.Event event(String position) {
        return new Feed.Event(Feed.Type.TURN, position, "s1", null, null, null);
    }

    private static RecentEvents.Entry entry(Source source, long offset, int bytes, String position) {
        return new RecentEvents.Entry(source, 0, offset, bytes, event(position));
    }

    @Test
    void anEventIsDeliveredAtAPositionThatRepeatsNothingOfTheOtherInstance() {
        var recent = new RecentEvents(Offsets.parse("t0-a0-d0-o0"));
        recent.add(entry(Source.TURNS, 0, 1, "t1-a0-d0-o0"));
        recent.add(entry(Source.TURNS, 1, 1, "t2-a0-d0-o0"));
        recent.add(entry(Source.ALERTS, 0, 1, "t2-a1-d0-o0"));
        // The other instance read the alert first.
        var position = Offsets.parse("t1-a1-d0-o0");
        var delivered = new ArrayList<Feed.Event>();
        assertThat(recent.hasAllAfter(position)).isTrue();
        recent.eachAfter(position, delivered::add);
        assertThat(delivered).containsExactly(event("t2-a1-d0-o0"));
        assertThat(position.text()).isEqualTo("t2-a1-d0-o0");
    }

    @Test
    void theOldestEventsAreEvictedByTheirBytes() {
        var recent = new RecentEvents(Offsets.parse("t0-a0-d0-o0"));
        recent.add(entry(Source.TURNS, 0, 5 << 20, "t1-a0-d0-o0"));
        recent.add(entry(Source.TURNS, 1, 5 << 20, "t2-a0-d0-o0"));
        assertThat(recent.hasAllAfter(Offsets.parse("t0-a0-d0-o0"))).isFalse();
        assertThat(recent.hasAllAfter(Offsets.parse("t1-a0-d0-o0"))).isTrue();
        assertThat(recent.start().text()).isEqualTo("t1-a0-d0-o0");
    }
}
