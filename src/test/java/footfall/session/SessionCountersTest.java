package footfall.session;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.SessionId;
import footfall.line.Usage;
import footfall.turn.ModelUsage;
import footfall.turn.PriceBand;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the counters of an agent contain beyond the lines of its session. */
class SessionCountersTest {
    private static Line message(String agent, String id, long output) {
        var envelope = new Envelope(new SessionId("s1"), agent, null, null, null, null, null, null);
        return new Line.Tokens(envelope, new Line.Message(id, "gpt", null, Usage.ofOutput(output)));
    }

    private static Line.Message counter(String model, long input, long output, long cacheRead) {
        return new Line.Message(null, model, null, new Usage(input, output, 0, 0, cacheRead));
    }

    private static ModelUsage rest(String model, long input, long output, long cacheRead) {
        return new ModelUsage(model, PriceBand.BASE, new Usage(input, output, 0, 0, cacheRead));
    }

    private static SessionCounters begun(long... outputs) {
        return more(SessionCounters.NONE.begun(), outputs);
    }

    private static SessionCounters more(SessionCounters counters, long... outputs) {
        var all = counters;
        for (long output : outputs) {
            all = all.counted(message(null, null, output));
        }
        return all;
    }

    @Test
    void theRestIsWhatNoMessageHas() {
        assertThat(begun(10, 6).rest(List.of(counter("gpt", 1_000, 20, 300), counter("other", 1, 2, 0))))
                .containsExactly(rest("gpt", 1_000, 4, 300), rest("other", 1, 2, 0));
        assertThat(begun(10).rest(List.of(counter("gpt", 0, 5, 0))))
                .as("never below 0")
                .isEmpty();
    }

    @Test
    void countersGoOnOverAResume() {
        var first = List.of(counter("gpt", 1_000, 10, 0));
        var resumed = more(begun(10).ended(first).begun(), 6);
        assertThat(resumed.rest(List.of(counter("gpt", 1_700, 16, 400)))).containsExactly(rest("gpt", 700, 0, 400));
    }

    @Test
    void countersThatFallStartedAgain() {
        var resumed =
                more(begun(10, 6).ended(List.of(counter("gpt", 1_700, 16, 400))).begun(), 7);
        assertThat(resumed.rest(List.of(counter("gpt", 1_100, 7, 100)))).containsExactly(rest("gpt", 1_100, 0, 100));
    }

    @Test
    void countersWithTheOutputSinceTheSessionBeganStartedAgain() {
        var resumed = more(begun(10).ended(List.of(counter("gpt", 100, 10, 0))).begun(), 10);
        assertThat(resumed.rest(List.of(counter("gpt", 150, 10, 0)))).containsExactly(rest("gpt", 150, 0, 0));
        var rewound = more(begun(5).begun(), 6);
        assertThat(rewound.rest(List.of(counter("gpt", 400, 6, 100)))).containsExactly(rest("gpt", 400, 0, 100));
    }

    @Test
    void ofTheLinesOfAMessageOfAnAgentTheLastCounts() {
        var counters = SessionCounters.NONE
                .begun()
                .counted(message(null, "m1", 3))
                .counted(message(null, "m1", 9))
                .counted(message("a1", "m1", 1));
        assertThat(counters.rest(List.of(counter("gpt", 50, 12, 0)))).containsExactly(rest("gpt", 50, 2, 0));
    }
}
