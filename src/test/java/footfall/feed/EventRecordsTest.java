package footfall.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import footfall.alert.Alert;
import footfall.feed.KafkaFeed.RecentEvents;
import footfall.testkit.Samples;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Feed;
import footfall.wire.Json;
import java.util.ArrayList;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records as events, where the feed is, and what it remembers. */
class EventRecordsTest {
    private final EventRecords records = new EventRecords();

    private Feed.Event event(Source source, Object value) {
        var bytes = value == null ? null : Json.bytes(value);
        var record = new ConsumerRecord<>(source.channel.name(), 0, 0L, "a/trail", bytes);
        return records.event(source, record, Offsets.parse("t1-a1-d1-o1")).orElseThrow();
    }

    private static void check(Feed.Event event, Feed.Type type, Turn.Product product, Origin origin) {
        assertThat(product.agent()).isNotNull();
        assertThat(event.type()).isEqualTo(type);
        assertThat(event.product()).isEqualTo(product);
        assertThat(event.origin()).isEqualTo(origin);
    }

    @Test
    void anEventOfATurnHasItsAgentAndOrigin() {
        var turn = (Turn) Samples.of(Turn.class);
        check(event(Source.TURNS, turn), Feed.Type.TURN, turn.product(), turn.origin());
    }

    @Test
    void anEventOfAnAlertHasItsAgentAndOrigin() {
        var alert = (Alert) Samples.of(Alert.class);
        check(event(Source.ALERTS, alert), Feed.Type.ALERT, alert.product(), alert.origin());
    }

    @Test
    void theEventsOfAnOpenTurnAlsoTheOneThatItClosedHaveThem() {
        var open = (TurnSnapshot) Samples.of(TurnSnapshot.class);
        check(event(Source.OPEN, open), Feed.Type.OPEN, open.product(), open.origin());
        check(event(Source.OPEN, null), Feed.Type.CLOSED, open.product(), open.origin());
        assertThat(event(Source.OPEN, null).product()).as("of an unknown turn").isNull();
    }

    /** The ID of a session may contain a slash, so the trail does not say which part of it is the session. */
    @Test
    void theSessionOfAClosedTurnIsThatOfTheOpenOneElseUnknown() {
        var open = (TurnSnapshot) Samples.of(TurnSnapshot.class);
        event(Source.OPEN, open);
        assertThat(event(Source.OPEN, null).sessionId())
                .isEqualTo(open.id().sessionId().value());
        assertThat(event(Source.OPEN, null).sessionId())
                .as("of an unknown turn")
                .isNull();
    }

    @Test
    void aPositionIsReadAsItIsWritten() {
        var position = Offsets.zero(Map.of(Source.TURNS, 2, Source.ALERTS, 1, Source.DESIRES, 3, Source.OPEN, 1));
        assertThat(position.text()).isEqualTo("t0.0-a0-d0.0.0-o0");
        position.set(Source.TURNS, 1, 35);
        position.set(Source.OPEN, 0, 36L * 36 * 36 * 36 * 36 * 36 * 36);
        assertThat(position.text()).isEqualTo("t0.z-a0-d0.0.0-o10000000");
        assertThat(Offsets.parse(position.text()).text()).isEqualTo(position.text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "7",
                "t0-a0-d0",
                "t0-a0-d0-o0-x0",
                "a0-t0-d0-o0",
                "t-a0-d0-o0",
                "t0.-a0-d0-o0",
                "t-1-a0-d0-o0",
                "t0-a0-d0-o0\n",
                "T0-a0-d0-o0",
                "t0123456789abc-a0-d0-o0"
            })
    void anotherTextIsNoPosition(String text) {
        assertThatThrownBy(() -> Offsets.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not the ID of an event");
    }

    @Test
    void aNewPartitionBeginsAtItsStartAndAMissingOneIsFound() {
        var now = Offsets.parse("t5.5-a1-d1-o1");
        assertThat(Offsets.parse("t3-a1-d1-o1").fitted(now).text()).isEqualTo("t3.0-a1-d1-o1");
        var larger = Offsets.parse("t3.0.0-a0-d1-o1");
        assertThat(larger.fitted(now).text()).isEqualTo("t5.5-a0-d1-o1");
        assertThat(larger.shrunk(now)).containsExactly(Source.TURNS);
        var beyond = Offsets.parse("t3.9-a2-d1-o1");
        assertThat(now.behind(beyond)).containsExactly(Source.TURNS, Source.ALERTS);
        beyond.moveBack(Offsets.parse("t5.8-a2-d1-o1"), now);
        assertThat(beyond.text()).isEqualTo("t3.5-a2-d1-o1");
        assertThat(now.isAtLeast(Offsets.parse("t5.4-a1-d0-o1"))).isTrue();
        assertThat(now.isAtLeast(Offsets.parse("t6.4-a1-d0-o1"))).isFalse();
        assertThat(now.latest(Offsets.parse("t6.4-a1-d0-o2")).text()).isEqualTo("t6.5-a1-d1-o2");
    }

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
