package footfall.wire;

import footfall.alert.Alert;
import footfall.alert.AlertRules;
import footfall.alert.TurnAlerts;
import footfall.desire.DesireRules;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.Resolvers;
import footfall.line.TrailId;
import footfall.pattern.TalliedTurn;
import footfall.row.MemoryRows;
import footfall.testkit.Defaults;
import footfall.testkit.FedFile;
import footfall.testkit.FileTallies;
import footfall.testkit.Fold;
import footfall.testkit.Story;
import footfall.turn.Arrival;
import footfall.turn.FoldRows;
import footfall.turn.Invocation;
import footfall.turn.OpenTurnFold;
import footfall.turn.Output;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Every record that a story gives when each of its lines arrives at its own time, with all revisions. */
record StoryRecords(
        List<Turn> turns,
        List<Invocation> invocations,
        List<Alert> alerts,
        List<TurnSnapshot> open,
        List<RejectedLine> rejected,
        Map<String, TalliedTurn> walks) {
    private static final AlertRules ALERTS = Defaults.alerts(Story.RULES.lengthThreshold());

    static StoryRecords of(Story story) {
        var telling = new Telling();
        story.files().forEach(telling::feed);
        telling.rows.trails(FoldRows.TRAIL).forEach(trail -> telling.fold.end(telling.rows, trail, telling::take));
        return telling.records;
    }

    /** What the turns come to. */
    FileTallies tallies() {
        return FileTallies.of(List.copyOf(walks.values()), DesireRules.DEFAULTS, null);
    }

    private static final class Telling {
        private final StoryRecords records = new StoryRecords(
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new TreeMap<>());
        private final TurnFold fold = new TurnFold(Story.RULES.watching(ALERTS.watch()));
        private final TurnAlerts alerts = new TurnAlerts(ALERTS);
        private final MemoryRows rows = new MemoryRows();
        private final OpenTurnFold open = new OpenTurnFold(Story.RULES, rows, this::snapshot);
        private Instant now = Instant.EPOCH;

        void feed(FedFile fed) {
            var parents = new ParentChain();
            var meaning = new Resolvers();
            for (var part : fed.parts()) {
                if (part instanceof RejectedBytes bad) {
                    var file = fed.file().id().toString();
                    records.rejected.add(new RejectedLine(file, bad.offset(), bad.length(), bad.reason(), Fold.HOST));
                } else if (part instanceof Parsed.Accepted accepted) {
                    var at = accepted.line().envelope().at();
                    now = at == null ? now : at;
                    var events = meaning.meaning(accepted.line(), fed.file().id());
                    var parent = parents.parent(accepted.line());
                    if (events.isEmpty()) {
                        continue;
                    }
                    fold.line(
                            rows,
                            new Arrival(
                                            fed.file().id(),
                                            accepted.offset(),
                                            Arrival.UNKNOWN,
                                            now,
                                            null,
                                            Fold.HOST,
                                            Fold.USER)
                                    .after(parent),
                            events,
                            this::take);
                    var envelope = accepted.line().envelope();
                    open.line(new TrailId(envelope.session(), envelope.agent()), now);
                }
            }
        }

        private void snapshot(TrailId trail, TurnSnapshot turn) {
            if (turn != null) {
                records.open.add(turn);
            }
        }

        private void take(Output output) {
            if (output instanceof Output.StepAppended step) {
                open.appended(step);
                alerts.appended(rows, step, now, records.alerts::add);
            } else if (output instanceof Output.StepCompleted step) {
                open.completed(step);
                alerts.completed(rows, step, now, records.alerts::add);
            } else if (output instanceof Output.StepDropped step) {
                open.dropped(step);
                alerts.dropped(rows, step, now, records.alerts::add);
            } else if (output instanceof Output.TurnEmitted emitted) {
                var turn = emitted.turn();
                records.turns.add(turn);
                if (emitted.after() != null) {
                    records.walks.put(
                            turn.id().turnId(),
                            new TalliedTurn(turn.id().turnId(), turn.id().sessionId(), emitted.after()));
                }
                records.invocations.addAll(emitted.invocations());
                open.closed(emitted.trail(), turn.id().index());
                alerts.closed(rows, emitted, now, records.alerts::add);
            }
        }
    }
}
