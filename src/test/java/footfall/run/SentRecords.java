package footfall.run;

import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.session.SessionFold;
import footfall.session.SessionRules;
import footfall.session.SessionSummary;
import footfall.ship.Checkpoint;
import footfall.ship.LineRecords;
import footfall.ship.Outlet;
import footfall.testkit.Shipment;
import footfall.testkit.Story;
import footfall.testkit.TurnText;
import footfall.testkit.Turns;
import footfall.turn.Output;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.wire.Received;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What leaves, as records, and what they come to. */
final class SentRecords implements Outlet {
    private final LineRecords records = new LineRecords("", Shipment.BOX);
    final List<ProducerRecord<String, byte[]>> lines = new ArrayList<>();

    @Override
    public boolean send(Outgoing outgoing, Runnable taken) {
        lines.add(records.of(outgoing));
        taken.run();
        return true;
    }

    @Override
    public void send(String fileId, RejectedBytes rejected, Runnable taken) {
        taken.run();
    }

    final Map<String, Turn> turns = new HashMap<>();
    final Map<String, SessionSummary> sessions = new TreeMap<>();

    /** Folds the records as the topology does. */
    SentRecords folded() {
        var fold = new TurnFold(Story.RULES);
        var summaries = new SessionFold(new SessionRules(SessionRules.INTERVAL, Story.PRICES));
        var rows = new MemoryRows();
        var state = new SessionFold.State(rows, (session, from, to) -> {}, (before, after) -> {});
        var trails = new LinkedHashSet<TrailId>();
        for (var record : lines) {
            var place = new Received.Place("lines", 0, 0, 0);
            var raw = new Received.Raw(place, record.key(), record.value(), record.headers());
            var read = (Received.OfLine) Received.read(raw);
            trails.add(TrailId.of(read.events().first().envelope()));
            fold.line(rows, read.arrival(), read.events(), output -> {
                take(output);
                if (output instanceof Output.LineFolded of) {
                    summaries.line(state, read.arrival(), of.line(), of.admission());
                }
            });
        }
        trails.forEach(trail -> fold.end(rows, trail, this::take));
        trails.forEach(trail -> sessions.put(trail.session().value(), summaries.summary(rows, trail.session())));
        return this;
    }

    private void take(Output output) {
        if (output instanceof Output.TurnEmitted emitted) {
            turns.put(emitted.turn().id().turnId(), emitted.turn());
        }
    }

    /** The turns that began with a prompt after the cut. */
    Map<String, String> begunAfter(Map<String, SkippedTurns> cut) {
        var begun = new ArrayList<Turn>();
        for (var turn : turns.values()) {
            var is = cut.get(
                    Checkpoint.trail(turn.id().sessionId().value(), turn.id().agentId()));
            int first = is == null ? 0 : is.turns() + (is.isPrompted() ? 1 : 0);
            if (turn.id().index() > first || is == null) {
                begun.add(turn);
            } else if (turn.id().index() == first) { // When the turn before it ended may have been skipped.
                var span = Turns.with(turn.span(), Collections.singletonMap("replyMs", null));
                begun.add(Turns.with(turn, Map.of("span", span)));
            }
        }
        return TurnText.of(begun);
    }
}
