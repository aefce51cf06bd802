package footfall.session;

import static org.assertj.core.api.Assertions.assertThat;

import footfall.line.Bytes;
import footfall.line.FileId;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.row.Rows;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.turn.Arrival;
import footfall.turn.Output.Admission;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** A session says itself whether it has subagents, so that a summary looks for them only then. */
class SessionsWithoutSubagentsTest {
    private static final SessionId S1 = new SessionId("s1");

    private final SessionFold fold = new SessionFold(new SessionRules(SessionRules.INTERVAL, Story.PRICES));
    private final Scans rows = new Scans();
    private final SessionFold.State state =
            new SessionFold.State(rows, (session, from, to) -> {}, (before, after) -> {});

    @Test
    void aSummaryScansForSubagentsOnlyOfASessionThatHasOne() {
        feed(null);
        assertThat(fold.send(state, S1).orElseThrow().subagents()).isEmpty();
        assertThat(rows.scanned).isEmpty();
        feed("a1");
        assertThat(fold.send(state, S1).orElseThrow().subagents()).hasSize(1);
        assertThat(rows.scanned).containsExactly(RowKey.all(SessionRow.SUBAGENT, S1));
    }

    private void feed(String agent) {
        var json = "{\"type\":\"assistant\",\"timestamp\":\"2026-01-01T12:00:00.000Z\",\"message\":{\"id\":\"m\","
                + "\"content\":[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"Read\",\"input\":{}}]}}";
        var bytes = Bytes.of(json.getBytes(StandardCharsets.UTF_8));
        var line = (Parsed.Accepted)
                new LineParser().parse(bytes, 0, Source.file(S1, agent)).get(0);
        var file = new FileId("claude/s1", "0123456789abcdef", 0);
        fold.line(state, new Arrival(file, 0, -1, Fold.NOON, null, null, null), line.line(), Admission.OWN);
    }

    /** Rows in memory, and the prefixes that were scanned. */
    private static final class Scans implements Rows {
        private final MemoryRows rows = new MemoryRows();
        private final List<RowKey<?>> scanned = new ArrayList<>();

        @Override
        public <V> V get(RowKey<V> key) {
            return rows.get(key);
        }

        @Override
        public <V> void put(RowKey<V> key, V value) {
            rows.put(key, value);
        }

        @Override
        public void delete(RowKey<?> key) {
            rows.delete(key);
        }

        @Override
        public <V> void each(RowKey<V> prefix, BiConsumer<RowKey<V>, V> row) {
            scanned.add(prefix);
            rows.each(prefix, row);
        }

        @Override
        public void moveDeadline(TrailId trail, Instant from, Instant to) {
            rows.moveDeadline(trail, from, to);
        }
    }
}
