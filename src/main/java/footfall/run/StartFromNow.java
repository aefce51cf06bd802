package footfall.run;

import footfall.line.RejectedBytes;
import footfall.line.SkippedTurns;
import footfall.row.MemoryRows;
import footfall.screen.CountWords;
import footfall.ship.Checkpoint;
import footfall.ship.Outlet;
import footfall.ship.ShipSettings;
import footfall.ship.Shipper;
import footfall.ship.ShipperFailed;
import footfall.ship.Shipping;
import footfall.tail.LocalDisk;
import footfall.turn.Arrival;
import footfall.turn.FoldRows;
import footfall.turn.Trail;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Creates a checkpoint that skips existing lines: reads transcripts like a shipper, sends nothing and counts
 * the turns of each trail. So prompts and open calls are known, and later turns are numbered as in the files.
 * Requires that all existing files can be read. Holds the rows of the latest revisions of all turns while
 * reading, as file commands do.
 */
final class StartFromNow implements Shipper.CheckpointFactory {
    private static final int NAMED_MAX = 3;

    private final ShipSettings settings;
    private final TurnRules rules;
    private final Consumer<String> say;

    StartFromNow(ShipSettings settings, TurnRules rules, Consumer<String> say) {
        this.settings = settings;
        this.rules = rules;
        this.say = say;
    }

    @Override
    public Checkpoint at(String target) throws IOException {
        var state = Checkpoint.empty(target);
        var counted = new Folded();
        var dependencies = new Shipping.Dependencies(new LocalDisk(), counted, kept -> {}, RealTime.CLOCK, () -> {});
        var shipping = new Shipping(settings, dependencies, state);
        shipping.round();
        shipping.finish();
        refuse(shipping.progress().unreadable());
        state.skip(counted.trails());
        int files = state.entries().size();
        say.accept("--from-now: skipped the existing lines of " + CountWords.of(files, "transcript"));
        return state;
    }

    /** A file that becomes readable later would count as new and be sent in full. */
    private static void refuse(Map<Path, String> unreadable) {
        if (unreadable.isEmpty()) {
            return;
        }
        var named = unreadable.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .limit(NAMED_MAX)
                .map(file -> file.getKey() + " (" + file.getValue() + ")")
                .collect(Collectors.joining(", "));
        int more = unreadable.size() - NAMED_MAX;
        throw new ShipperFailed(
                "cannot start with --from-now: files that cannot be read now would be sent in full later: " + named
                        + (more > 0 ? " and " + more + " more" : "")
                        + "; make them readable, or send all history without --from-now",
                null);
    }

    /** Acknowledges every line at once. */
    private final class Folded implements Outlet {
        private final TurnFold fold = new TurnFold(rules);
        private final MemoryRows rows = new MemoryRows();

        @Override
        public boolean send(Outgoing outgoing, Runnable taken) {
            var line = outgoing.line();
            var at = new Arrival(
                            line.file(),
                            line.offset(),
                            Arrival.UNKNOWN,
                            Instant.EPOCH,
                            outgoing.copiedFrom(),
                            null,
                            null)
                    .after(line.parent());
            fold.line(rows, at, line.events(), output -> {});
            taken.run();
            return true;
        }

        @Override
        public void send(String fileId, RejectedBytes rejected, Runnable taken) {
            taken.run(); // Not reported: it is history.
        }

        Map<String, SkippedTurns> trails() {
            var trails = new HashMap<String, SkippedTurns>();
            for (var id : rows.trails(FoldRows.TRAIL)) {
                var trail = rows.get(FoldRows.trail(id));
                boolean isPrompted = trail.state() == Trail.State.PENDING;
                var prompt = isPrompted || trail.head() == null
                        ? trail.pending()
                        : trail.head().prompt();
                var now = new SkippedTurns(trail.nextIndex(), isPrompted, prompt == null ? null : prompt.copyOf());
                trails.put(Checkpoint.trail(id.session().value(), id.agent()), now);
            }
            return trails;
        }
    }
}
