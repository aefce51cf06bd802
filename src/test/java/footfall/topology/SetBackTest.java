package footfall.topology;

import static footfall.testkit.Transcripts.session;
import static footfall.testkit.Transcripts.use;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.testkit.Defaults;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.wire.Received;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that was written by a clock two days ahead, and a task that begins over it with the right one. */
class SetBackTest {
    private static final TopologySettings SETTINGS = Defaults.topology(Story.RULES);
    private static final Instant NOW = Transcripts.START;
    private static final Instant AHEAD = NOW.plus(Duration.ofDays(2));

    @TempDir
    Path state;

    private final RowStore rows =
            new RowStore(Stores.<Bytes, byte[]>inMemoryKeyValueStore("kept").get(), new TopologyStatus());
    private final List<String> sent = new ArrayList<>();

    private void begin() {
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        rows.init(context.getStateStoreContext(), rows);
    }

    private Assembler assembler() {
        return new Assembler(
                SETTINGS,
                rows,
                new Assembler.Outlets(record -> sent.add(record.outlet().name() + " " + record.key()), name -> {}));
    }

    private void feed(Shipment shipment) {
        var assembler = assembler();
        for (var record : shipment.records()) {
            var place = new Received.Place("lines", 0, 0, AHEAD.toEpochMilli());
            var raw = new Received.Raw(place, record.session(), record.value(), record.headers());
            var line = (Received.OfLine) Received.read(raw);
            assembler.line(line.arrival(), line.events());
        }
        rows.flushCache();
    }

    private AssemblyShell.TrailTimers timers() {
        var input = new Input(new TopicPartition("lines", 0), Tasks.alone());
        return new AssemblyShell.TrailTimers(rows, assembler(), input, SETTINGS)
                .withFutureTrails(rows.showOpenTurns(NOW, open -> {}));
    }

    @Test
    void turnsAndSummariesComeWithinTheirUsualTimeAndNotWhenTheClockIsThereAgain() {
        begin();
        feed(Shipment.of(session("s1").prompt(0, "go").assistant(1, "m1", use("Read", "t1"))));
        assertThat(sent).isEmpty();
        begin();
        var timers = timers();
        timers.tick(NOW);
        assertThat(sent).containsExactly("sessions s1");
        timers.tick(NOW.plus(Duration.ofMinutes(31)));
        assertThat(sent).containsSubsequence("sessions s1", "turns s1:0");
    }
}
