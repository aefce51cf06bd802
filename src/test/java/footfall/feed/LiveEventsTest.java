package footfall.feed;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.view.Feed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How subscribers join whose position this instance has not reached, with Kafka's consumer in memory. */
class LiveEventsTest {
    private static final String PREFIX = "f.";

    private int ends;
    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest") {
        @Override
        public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
            ends++;
            return super.endOffsets(partitions);
        }
    };
    private final Queue<CatchUp.Subscription> joining = new ConcurrentLinkedQueue<>();
    private final CatchUp catchUp = new CatchUp(Map.of(), PREFIX, joining);
    private final Joined joined = new Joined();
    private Instant now = Instant.EPOCH;
    private KafkaFeed.LiveEvents live;

    /** What a subscriber got. */
    private static final class Joined implements Feed.Subscriber {
        private final List<Feed.Event> events = new ArrayList<>();
        private final List<String> alive = new ArrayList<>();

        @Override
        public void event(Feed.Event event) {
            events.add(event);
        }

        @Override
        public void alive(String position) {
            if (position != null) {
                alive.add(position);
            }
        }

        @Override
        public void end(String reason) {
            throw new IllegalStateException(reason);
        }

        @Override
        public boolean hasRoom() {
            return true;
        }

        @Override
        public boolean isOpen() {
            return true;
        }
    }

    private static TopicPartition partition(Source source) {
        return new TopicPartition(source.channel.topic(PREFIX), 0);
    }

    private void end(Source source, long offset) {
        consumer.updateEndOffsets(Map.of(partition(source), offset));
    }

    /** One partition of each topic, all at offset 5. */
    @BeforeEach
    void start() {
        for (var source : Source.values()) {
            var topic = source.channel.topic(PREFIX);
            consumer.updatePartitions(topic, List.of(new PartitionInfo(topic, 0, null, null, null)));
            consumer.updateBeginningOffsets(Map.of(partition(source), 0L));
            end(source, 5);
        }
        var clock = Clock.fixed(now, ZoneOffset.UTC);
        live = new KafkaFeed.LiveEvents(new FeedReader(consumer, PREFIX), catchUp, joining, new Clock() {
            @Override
            public Instant instant() {
                return now;
            }

            @Override
            public ZoneId getZone() {
                return clock.getZone();
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return clock.withZone(zone);
            }
        });
    }

    @AfterEach
    void close() {
        catchUp.close();
    }

    private void subscribe(String position) {
        joining.add(new CatchUp.Subscription(joined, Offsets.parse(position)));
        live.turn();
    }

    @Test
    void aPositionThatTheBrokerHasIsWaitedForHoweverLongItTakes() {
        end(Source.TURNS, 7);
        subscribe("t7-a5-d5-o5");
        now = now.plus(Duration.ofHours(1));
        live.turn();
        assertThat(joined.events).isEmpty();
        assertThat(joined.alive).isEmpty();
        consumer.seek(partition(Source.TURNS), 7);
        live.turn();
        assertThat(joined.events).isEmpty();
        assertThat(joined.alive).containsExactly("t7-a5-d5-o5");
    }

    /** The request to the broker delays all subscribers. */
    @Test
    void theEndIsReadOncePerPollHoweverManyWaitAndNotForThoseThatDoNot() {
        end(Source.TURNS, 7);
        int before = ends;
        subscribe("t5-a5-d5-o5");
        assertThat(ends - before).isZero();
        for (int i = 0; i < 3; i++) {
            joining.add(new CatchUp.Subscription(joined, Offsets.parse("t7-a5-d5-o5")));
        }
        live.turn();
        assertThat(ends - before).isEqualTo(1);
        end(Source.TURNS, 6);
        live.turn();
        assertThat(ends - before).isEqualTo(2);
        assertThat(joined.events)
                .extracting(Feed.Event::type)
                .containsOnly(Feed.Type.RESET)
                .hasSize(3);
    }

    @Test
    void onlyTheTopicThatEndsBeforeThePositionIsResetAndAtOnce() {
        subscribe("t5-a5-d9-o5");
        assertThat(joined.events)
                .containsExactly(new Feed.Event(
                        Feed.Type.RESET,
                        "t5-a5-d5-o5",
                        null,
                        null,
                        null,
                        new Feed.Reset("recreated", List.of(Source.DESIRES.channel.name()))));
        assertThat(joined.alive).containsExactly("t5-a5-d5-o5");
    }

    @Test
    void aTopicWithFewerPartitionsThanThePositionIsReset() {
        subscribe("t5.4-a5-d5-o5");
        assertThat(joined.events)
                .extracting(Feed.Event::record)
                .containsExactly(new Feed.Reset("recreated", List.of(Source.TURNS.channel.name())));
        assertThat(joined.alive).containsExactly("t5-a5-d5-o5");
    }
}
