package footfall.topology;

import static footfall.testkit.MadeLines.calls;
import static footfall.testkit.MadeLines.prompt;
import static footfall.testkit.MadeLines.result;
import static footfall.testkit.MadeLines.scriptCall;
import static footfall.testkit.MadeLines.scriptEnd;
import static org.assertj.core.api.Assertions.assertThat;

import footfall.alert.Alert;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.Outcome;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.session.SessionSummary;
import footfall.testkit.Defaults;
import footfall.testkit.Fold;
import footfall.testkit.MadeLines;
import footfall.testkit.Story;
import footfall.testkit.Transcripts;
import footfall.topology.Outlet.Assembly;
import footfall.turn.Arrival;
import footfall.turn.Invocation;
import footfall.turn.TurnFold.Tick;
import footfall.turn.TurnSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every record that follows from a step that a turn loses again. */
class DroppedStepsTest {
    private static final TrailId S1 = new TrailId(new SessionId("s1"), null);

    @TempDir
    Path state;

    private final RowStore rows =
            new RowStore(Stores.<Bytes, byte[]>inMemoryKeyValueStore("kept").get(), new TopologyStatus());
    private final List<Outlet.Outgoing<?, ?>> sent = new ArrayList<>();
    private Assembler assembler;
    private int offset;

    @BeforeEach
    void begin() {
        var context = new MockProcessorContext<Void, Void>(new Properties(), new TaskId(0, 0), state.toFile());
        rows.init(context.getStateStoreContext(), rows);
        assembler = new Assembler(Defaults.topology(Story.RULES), rows, new Assembler.Outlets(sent::add, name -> {}));
    }

    /** Each line arrives when it is written, and the timers of the live view run after it. */
    private void feed(Line... lines) {
        for (var line : lines) {
            var at = line.envelope().at();
            assembler.line(
                    new Arrival(MadeLines.FILE, offset++, Arrival.UNKNOWN, at, null, Fold.HOST, Fold.USER),
                    LineEvents.of(line));
            assembler.tick(at.plusMillis(500));
        }
    }

    private void idle(int second) {
        assembler.timer(S1, new Tick(Transcripts.at(second).plus(Duration.ofMinutes(30)), false));
    }

    private <V> List<V> values(Outlet<?, V> outlet) {
        var values = new ArrayList<V>();
        for (var record : sent) {
            if (record.outlet() == outlet) {
                @SuppressWarnings("unchecked") // The outlet says what its values are.
                var value = (V) record.value();
                values.add(value);
            }
        }
        return values;
    }

    /** The latest record of each key. */
    private List<String> invocations() {
        var latest = new TreeMap<String, String>();
        for (var record : sent) {
            if (record.outlet() == Assembly.INVOCATIONS) {
                var key = ((Outlet.SessionKey) record.key()).text();
                if (record.value() == null) {
                    latest.remove(key);
                } else {
                    latest.put(
                            key, key + " " + ((Invocation) record.value()).use().toolUseId());
                }
            }
        }
        return List.copyOf(latest.values());
    }

    private static String steps(TurnSnapshot open) {
        return open.size().pattern() + ": "
                + open.lastSteps().stream()
                        .map(step -> step.sequence() + " " + step.use().toolUseId())
                        .collect(Collectors.joining(", "));
    }

    @Test
    void theRecordsOfATurnAreThoseOfTheStepsThatItHas() {
        feed(prompt(0), calls(1, "g1", "Read-1"), calls(2, "g2", "exec-1"), scriptCall(3, "exec-1", "Bash-1"));
        feed(calls(4, "g3", "Edit-1"));
        idle(4);
        assertThat(invocations()).containsExactly("s1:0/0 Read-1", "s1:0/1 exec-1", "s1:0/2 Bash-1", "s1:0/3 Edit-1");
        feed(scriptEnd(5, "exec-1"));
        idle(5);
        assertThat(invocations()).containsExactly("s1:0/0 Read-1", "s1:0/1 Bash-1", "s1:0/2 Edit-1");
        assertThat(values(Assembly.TURNS))
                .extracting(turn -> turn.revision() + " " + turn.size().pattern())
                .containsExactly("0 Read → exec → Bash → Edit", "1 Read → Bash → Edit");
        assertThat(assembler.forget(S1.session(), Transcripts.at(6)))
                .as("a turn and its steps")
                .isEqualTo(4);
        assertThat(invocations()).isEmpty();
    }

    @Test
    void theLiveViewShowsTheStepsThatAreLeft() {
        feed(prompt(0), calls(1, "g1", "Read-1"), calls(2, "g2", "exec-1"), scriptCall(3, "exec-1", "Bash-1"));
        feed(scriptCall(4, "exec-1", "Bash-2"), scriptEnd(5, "exec-1"), calls(6, "g3", "Edit-1"));
        assertThat(values(Assembly.OPEN))
                .extracting(DroppedStepsTest::steps)
                .containsExactly(
                        "Read: 0 Read-1",
                        "Read → exec: 0 Read-1, 1 exec-1",
                        "Read → exec → Bash: 0 Read-1, 1 exec-1, 2 Bash-1",
                        "Read → exec → Bash{2+}: 0 Read-1, 1 exec-1, 2 Bash-1, 3 Bash-2",
                        "Read → Bash{2+}: 0 Read-1, 1 Bash-1, 2 Bash-2",
                        "Read → Bash{2+} → Edit: 0 Read-1, 1 Bash-1, 2 Bash-2, 3 Edit-1");
    }

    /** A call of a script that asks for the same as each other one. */
    private static Line again(int second, String script, String id) {
        var call = (Line.ScriptCall) scriptCall(second, script, id);
        var same = call.use().with(call.use().target(), "the same");
        return new Line.ScriptCall(call.envelope(), script, same, call.startedAt(), call.result());
    }

    @Test
    void theLoopAndTheLengthAreThoseOfTheStepsThatAreLeft() {
        feed(prompt(0));
        for (int i = 0; i < 7; i++) {
            int at = 10 * i;
            feed(calls(at + 1, "g" + i, "exec-" + i), again(at + 2, "exec-" + i, "Bash-" + i));
            feed(scriptEnd(at + 3, "exec-" + i));
        }
        assertThat(values(Assembly.ALERTS))
                .extracting(alert -> alert.kind() + " " + alert.value() + " " + alert.patternSoFar())
                .containsExactly("REPEAT_LOOP 4 Bash{2+}", "LENGTH 6 Bash{2+} → exec");
        feed(calls(71, "g7", "exec-7"), scriptCall(72, "exec-7", "Read-7"));
        assertThat(values(Assembly.ALERTS)).hasSize(2);
        feed(scriptEnd(73, "exec-7"));
        assertThat(values(Assembly.ALERTS).get(2).alertId()).endsWith(":repeat-loop:1");
        assertThat(values(Assembly.ALERTS).get(2).state()).isEqualTo(Alert.State.CLEARED);
    }

    @Test
    void theSummaryCountsTheCallsThatAreLeft() {
        feed(prompt(0), calls(1, "g1", "Read-1"), result(2, "Read-1", Outcome.OK));
        feed(calls(3, "g2", "exec-1"), scriptCall(4, "exec-1", "Bash-1"), scriptEnd(5, "exec-1"));
        feed(MadeLines.tokens(6, 10), MadeLines.interrupt(7, 1_500));
        assembler.summary(S1.session());
        var summary = (SessionSummary) sent.get(sent.size() - 1).value();
        assertThat(summary.tools().toolCounts()).containsOnlyKeys("Bash", "Read");
        assertThat(summary.tools().totalTools()).isEqualTo(2);
        assertThat(summary.tools().toolSuccesses()).isEqualTo(2);
        assertThat(summary.tokens().input()).isEqualTo(10);
        assertThat(summary.activeDurationMs()).isEqualTo(1_500);
    }
}
