package footfall.feed;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.testkit.Samples;
import footfall.turn.Origin;
import footfall.turn.Turn;
import footfall.turn.TurnSnapshot;
import footfall.view.Feed;
import footfall.wire.Json;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Events by which subscribers select: each has the agent and the origin of its record. */
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
}
