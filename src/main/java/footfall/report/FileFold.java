package footfall.report;

import footfall.line.Line;
import footfall.line.OwnerUuids;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.Resolvers;
import footfall.line.TrailId;
import footfall.row.MemoryRows;
import footfall.row.RowKey;
import footfall.tail.Transcript;
import footfall.turn.Arrival;
import footfall.turn.FoldRows;
import footfall.turn.LinePlace;
import footfall.turn.Output;
import footfall.turn.Trail;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One pass of the fold over transcript files: every line of every file in their order, then the end of all
 * lines. Passes each revision of each turn on when it is emitted. Decides whose a turn is that a fork repeats like
 * a shipper that reads the files in this order. Holds the state of the fold, never lines.
 */
final class FileFold implements History.Sink<Parsed.Accepted> {
    private static final String UNTYPED = "untyped";

    private final Reading.Progress progress;
    private final Consumer<Output.TurnEmitted> turns;
    private final TurnFold fold;
    private final Reading.Edit reading;
    private final FoldWatch watch;
    private final MemoryRows rows = new MemoryRows();
    private final PromptIndex prompts = new PromptIndex();
    private final DroppedSteps dropped = new DroppedSteps();
    private final FileSessions sessions;
    private final Set<Path> transcripts = new HashSet<>();
    private Resolvers resolvers = new Resolvers();
    private Transcript lastNoted;
    private Transcript reads;
    private OwnerUuids owners;
    private ParentChain parents;

    FileFold(TurnRules rules, Reading.Progress progress, Consumer<Output.TurnEmitted> turns) {
        this(rules, progress, turns, new Reading.Edit(), FoldWatch.NONE);
    }

    FileFold(
            TurnRules rules,
            Reading.Progress progress,
            Consumer<Output.TurnEmitted> turns,
            Reading.Edit reading,
            FoldWatch watch) {
        this.reading = reading;
        this.watch = watch;
        this.fold = new TurnFold(rules);
        this.sessions = new FileSessions(rules);
        this.progress = progress;
        this.turns = turns;
    }

    /** Reads all files. Call it once. */
    Reading read(History history, TranscriptList found) throws InterruptedException {
        return read(history, found, (file, line) -> true);
    }

    /** Selects lines of a file. */
    interface LineFilter {
        boolean is(Transcript file, Line line);
    }

    /** Reads all files and folds the selected lines. Call it once. */
    Reading read(History history, TranscriptList found, LineFilter wanted) throws InterruptedException {
        reading.unreadable.addAll(found.unreadable());
        reading.excluded = found.excluded();
        progress.total(found.bytes());
        history.read(
                new History.Task(found.files(), progress, reading),
                (file, line, details, place) -> wanted.is(file, line.line()) ? line : null,
                this);
        watch.ends(prompts);
        rows.trails(FoldRows.TRAIL).forEach(trail -> fold.end(rows, trail, this::accept));
        return reading.done();
    }

    /** Folds one line without counting it; returns its place, empty when the fold refused it. */
    Optional<LinePlace> place(Transcript file, Parsed.Accepted part) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        return events.isEmpty() ? Optional.empty() : fold.place(rows, at, events, part.line(), this::accept);
    }

    /** Folds a line without counting it, and passes on its events. {@code isEvent}: before the first one. */
    void resolve(Transcript file, Parsed.Accepted part, Runnable isEvent, Consumer<Output.LineFolded> lines) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        if (events.isEmpty()) {
            return;
        }
        isEvent.run();
        fold.line(rows, at, events, output -> {
            if (output instanceof Output.LineFolded resolved) {
                lines.accept(resolved);
            } else {
                accept(output);
            }
        });
    }

    /** The state of a trail; null before its first line. */
    Trail trail(TrailId trail) {
        return rows.get(FoldRows.trail(trail));
    }

    /** The steps that the turns lost again. */
    DroppedSteps dropped() {
        return dropped;
    }

    /** What sessions used beside their turns. */
    List<FileSessions.Used> besideMessages() {
        return sessions.usage();
    }

    /** Whether a file had at least one line of a transcript. */
    boolean isTranscript(Path file) {
        return transcripts.contains(file);
    }

    @Override
    public void accept(Transcript file, long number, Parsed.Accepted part) {
        var at = arrival(file, part);
        var line = part.line();
        if (line instanceof Line.Nothing nothing) {
            countFile(file, !nothing.kind().equals(UNTYPED));
            return;
        }
        countFile(file, true);
        var events = resolvers.meaning(line, at.file(), file.source());
        if (!events.isEmpty()) {
            watch.line(file, part, events);
            fold.line(rows, at, events, this::counted);
        }
    }

    private void countFile(Transcript file, boolean isTranscript) {
        if (isTranscript && file != lastNoted) {
            lastNoted = file;
            transcripts.add(file.path());
        }
    }

    /** There are no timers here, so all lines have the same ingestion time. */
    private Arrival arrival(Transcript file, Parsed.Accepted part) {
        if (file != reads) {
            watch.begins(file, prompts);
            reads = file;
            resolvers = new Resolvers();
            sessions.begin(file);
            parents = new ParentChain();
            owners = new OwnerUuids(OwnerUuids.State.BEGIN);
        }
        var line = part.line();
        var session = line.envelope().session().value();
        var uuids = owners.next(OwnerUuids.Role.of(line), line.envelope());
        var owner = uuids.ownerOther(prompts, session);
        watch.asked(file, uuids, session, owner);
        return new Arrival(file.id(), part.offset(), Arrival.UNKNOWN, Instant.EPOCH, owner, null, null)
                .after(parents.parent(line));
    }

    /** Of a line that counts. */
    private void counted(Output output) {
        if (output instanceof Output.LineFolded resolved) {
            sessions.line(resolved.line(), resolved.admission());
        } else {
            accept(output);
        }
    }

    private void accept(Output output) {
        if (output instanceof Output.TurnEmitted emitted) {
            turns.accept(emitted);
            forgetBefore(emitted.trail(), emitted.turn().id().index());
        } else if (output instanceof Output.StepDropped step) {
            dropped.add(step);
        }
    }

    /**
     * A turn of the main agent cannot change once the next turn exists, unless its steps are kept, so its emission row
     * is deleted to save memory.
     */
    private void forgetBefore(TrailId trail, int index) {
        if (trail.isMain() && index > 0 && !trail(trail).earlier().contains(index - 1)) {
            rows.delete(RowKey.turn(FoldRows.EMITTED, trail, index - 1));
        }
    }
}
