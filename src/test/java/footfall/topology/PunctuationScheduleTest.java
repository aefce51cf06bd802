package footfall.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.junit.jupiter.api.Test;

/** By Kafka's own context for tests, over a clock that is moved on by 5 ms at a time. */
class PunctuationScheduleTest {
    private static final TopicPartition LINES = new TopicPartition("lines", 0);

    private final MockProcessorContext<Void, Void> context = new MockProcessorContext<>();
    private final Map<CapturedPunctuator, Long> due = new IdentityHashMap<>();
    private final List<Long> looks = new ArrayList<>();
    private final List<Long> commits = new ArrayList<>();
    private final Unread unread = new Unread();
    private Input input;
    private long now = 1_000_000;
    private Instant next = Instant.MAX;
    private PunctuationSchedule ticks;

    PunctuationScheduleTest() {
        begin(TaskContext.DrainSignal.never());
    }

    private void begin(TaskContext.DrainSignal drain) {
        context.setCurrentSystemTimeMs(now);
        context.scheduledPunctuators().forEach(CapturedPunctuator::cancel);
        input = new Input(LINES, Tasks.of(unread, drain));
        ticks = new PunctuationSchedule(context, input, at -> {
            looks.add(at.toEpochMilli());
            return next;
        });
        plan();
    }

    /** As Kafka Streams does: first after an interval, and then again, until it is cancelled. */
    private void plan() {
        for (var one : context.scheduledPunctuators()) {
            due.putIfAbsent(one, now + one.getInterval().toMillis());
        }
    }

    private void pass(Duration duration) {
        long end = now + duration.toMillis();
        while (now < end) {
            now += 5;
            context.setCurrentSystemTimeMs(now);
            for (var one : List.copyOf(due.keySet())) {
                if (!one.cancelled() && due.get(one) <= now) {
                    due.put(one, now + one.getInterval().toMillis());
                    one.getPunctuator().punctuate(now);
                }
            }
            committed();
        }
    }

    private void committed() {
        plan();
        if (context.committed()) {
            commits.add(now);
            context.resetCommit();
        }
    }

    private void process(long arrival) {
        input.processed(0, Instant.ofEpochMilli(arrival));
        ticks.processed(arrival);
        committed();
    }

    private void rest() {
        pass(Duration.ofMinutes(1));
        looks.clear();
        commits.clear();
    }

    @Test
    void afterItsTaskWasInitializedAgainAFormerScheduleDoesNothing() {
        var former = ticks;
        ticks = new PunctuationSchedule(context, input, at -> Instant.MAX);
        former.stop();
        plan();
        pass(Duration.ofSeconds(1));
        assertThat(looks).isEmpty();
    }

    @Test
    void atRestATaskIsLookedAtOnceMoreAndThenEveryTenMinutesAndAsksForNoCommit() {
        pass(Duration.ofMinutes(1));
        process(now);
        pass(Duration.ofSeconds(5));
        looks.clear();
        commits.clear();
        pass(Duration.ofMinutes(1));
        assertThat(looks).hasSize(1);
        pass(PunctuationSchedule.REST.multipliedBy(3));
        assertThat(looks).hasSize(4);
        assertThat(commits).isEmpty();
    }

    @Test
    void aTaskIsLookedAtTenSecondsAfterItsLastRecordAlsoWhenSomethingWasDueBefore() {
        rest();
        process(now);
        next = Instant.ofEpochMilli(now + 275);
        pass(Duration.ofMillis(300));
        next = Instant.MAX;
        pass(Duration.ofMillis(300));
        looks.clear();
        pass(Duration.ofSeconds(30));
        assertThat(looks).isNotEmpty();
    }

    @Test
    void aTaskTellsItsThreadAtEachLookWhenTheNextIsDue() {
        rest();
        next = Instant.EPOCH;
        process(now);
        for (int looked = 0; looked < 10; looked++) {
            unread.punctuates = Duration.ZERO;
            pass(PunctuationSchedule.QUICK);
            assertThat(unread.punctuates).isEqualTo(PunctuationSchedule.QUICK);
        }
        next = Instant.ofEpochMilli(now + 5_025);
        pass(PunctuationSchedule.QUICK);
        assertThat(unread.punctuates).isEqualTo(Duration.ofSeconds(5));
        next = Instant.MAX;
        pass(Duration.ofMinutes(1));
        assertThat(unread.punctuates).isEqualTo(PunctuationSchedule.REST);
    }

    @Test
    void whatHasJustArrivedIsCommittedAtOnceAndWhatFollowsTwentyFiveMillisecondsLater() {
        rest();
        long first = now;
        process(now);
        pass(Duration.ofMillis(5));
        process(now);
        process(now);
        pass(Duration.ofSeconds(5));
        assertThat(commits).containsExactly(first, first + 25);
    }

    @Test
    void aStreamOfLinesIsCommittedEveryTwentyFiveMilliseconds() {
        rest();
        for (int i = 0; i < 200; i++) {
            process(now);
            pass(Duration.ofMillis(5));
        }
        assertThat(commits).hasSizeBetween(38, 41);
    }

    @Test
    void aTaskThatIsBehindAsksForNoCommitUntilItHasCaughtUp() {
        rest();
        unread.behind = true;
        for (int i = 0; i < 2_000; i++) {
            process(now - 60_000);
            pass(Duration.ofMillis(5));
        }
        assertThat(commits).isEmpty();
        assertThat(looks).hasSizeBetween(1, 45);
        unread.behind = false;
        pass(PunctuationSchedule.BEHIND);
        assertThat(commits).hasSize(1);
    }

    /** So it is after the clock of the processor was set back: every line that waits seems to have just arrived. */
    @Test
    void aBacklogOfLinesThatSeemToHaveJustArrivedIsCommittedAsABacklogUntilItsLastLine() {
        rest();
        unread.behind = true;
        for (int i = 0; i < 395; i++) {
            process(now);
            pass(Duration.ofMillis(5));
        }
        assertThat(commits).hasSizeBetween(7, 9);
        commits.clear();
        unread.behind = false;
        process(now);
        assertThat(commits).containsExactly(now);
    }

    @Test
    void whatArrivesSoonAfterALongCommitIsCommittedAsSoonAsItsThreadCanAffordIt() {
        rest();
        unread.isCommitTooSoon = true;
        process(now);
        pass(Duration.ofMillis(200));
        assertThat(commits).isEmpty();
        unread.isCommitTooSoon = false;
        pass(PunctuationSchedule.QUICK);
        assertThat(commits).hasSize(1);
        pass(Duration.ofSeconds(5));
        assertThat(commits).hasSize(1);
    }

    @Test
    void whatIsDueIsLookedAtWhenItIsDueAndWhatComesOfItIsCommitted() {
        rest();
        process(now);
        next = Instant.ofEpochMilli(now + 500);
        pass(Duration.ofMillis(490));
        commits.clear();
        looks.clear();
        ticks.forwarded();
        next = Instant.MAX;
        pass(Duration.ofSeconds(5));
        assertThat(looks).hasSize(1);
        assertThat(looks.get(0)).isBetween(now - 5_000 + 10, now - 5_000 + 30);
        assertThat(commits).isEqualTo(looks);
    }

    @Test
    void aTaskWithMoreToDoIsLookedAtEveryTwentyFiveMilliseconds() {
        rest();
        process(now);
        next = Instant.EPOCH;
        pass(Duration.ofSeconds(1));
        assertThat(looks).hasSizeBetween(38, 41);
    }

    @Test
    void aRunThatEndsByItselfAsksForACommitOnceItsDrainHasNothingLeft() {
        var drain = new TaskContext.DrainSignal();
        begin(drain);
        next = Instant.EPOCH;
        for (int i = 0; i < 100; i++) {
            process(now);
            pass(Duration.ofMillis(5));
        }
        assertThat(commits).isEmpty();
        drain.request(Map.of(LINES.partition(), 1L));
        pass(Duration.ofMillis(100));
        assertThat(commits).as("lines are left").isEmpty();
        unread.next = 1;
        pass(Duration.ofMillis(100));
        assertThat(commits).hasSize(1);
    }
}
