package footfall.report;

import footfall.line.Line;
import footfall.line.OwnerUuids;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.Resolvers;
import footfall.line.TrailId;
import footfall.tail.Transcript;
import footfall.turn.Arrival;
import footfall.turn.FoldRows;
import footfall.turn.LinePlace;
import footfall.turn.Output;
import footfall.turn.Trail;
import footfall.turn.TurnRules;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * One pass of the fold over transcript files: every line of every file in their order, then the end of all
 * lines. Passes each revision of each turn on when it is emitted, on one of its threads. Decides whose a turn is that
 * a fork repeats like a shipper that reads the files in this order. Holds the state of the fold, never lines.
 */
final class FileFold implements History.Sink<Parsed.Accepted> {
    private static final String UNTYPED = "untyped";
    /** More do not pay: each waits for the thread that takes the lines in their order. */
    private static final int LANES = 2;

    private final Reading.Progress progress;
    private final List<FoldLane> lanes;
    private final Reading.Edit reading;
    private final FoldWatch watch;
    private final PromptIndex prompts = new PromptIndex();
    private final ExecutorService threads = Executors.newFixedThreadPool(LANES, this::thread);
    private final Set<Path> transcripts = new HashSet<>();
    private Resolvers resolvers = new Resolvers();
    private Transcript lastNoted;
    private Transcript reads;
    private OwnerUuids owners;
    private ParentChain parents;

    FileFold(TurnRules rules, Reading.Progress progress, FoldLane.Turns turns) {
        this(rules, progress, turns, new Reading.Edit(), FoldWatch.NONE);
    }

    FileFold(TurnRules rules, Reading.Progress progress, FoldLane.Turns turns, Reading.Edit reading, FoldWatch watch) {
        this.reading = reading;
        this.watch = watch;
        this.progress = progress;
        this.lanes =
                Stream.generate(() -> new FoldLane(rules, turns)).limit(LANES).toList();
    }

    private Thread thread(Runnable work) {
        var thread = new Thread(work, "fold");
        thread.setUncaughtExceptionHandler((fold, why) -> {
            for (int i = 0; i < LANES; i++) { // An iterator would need memory.
                lanes.get(i).lost(why);
            }
        });
        thread.setDaemon(true);
        return thread;
    }

    /** Of those who fold line by line. */
    private FoldLane one() {
        return lanes.get(0);
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
        try {
            history.read(
                    new History.Task(found.files(), progress, reading),
                    (file, line, details, place) -> wanted.is(file, line.line()) ? line : null,
                    this);
            watch.ends(prompts);
            lanes.forEach(lane -> lane.end(threads));
            lanes.forEach(FoldLane::join);
        } finally {
            threads.shutdownNow();
            // What they put the turns into is closed after this.
            threads.awaitTermination(1, TimeUnit.MINUTES);
        }
        return reading.done();
    }

    /** Folds one line without counting it; returns its place, empty when the fold refused it. */
    Optional<LinePlace> place(Transcript file, Parsed.Accepted part) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        return events.isEmpty()
                ? Optional.empty()
                : one().fold().place(one().rows(), at, events, part.line(), one()::accept);
    }

    /** Folds a line without counting it, and passes on its events. {@code isEvent}: before the first one. */
    void resolve(Transcript file, Parsed.Accepted part, Runnable isEvent, Consumer<Output.LineFolded> lines) {
        var at = arrival(file, part);
        var events = resolvers.meaning(part.line(), file.id(), file.source());
        if (events.isEmpty()) {
            return;
        }
        isEvent.run();
        one().fold().line(one().rows(), at, events, output -> {
            if (output instanceof Output.LineFolded resolved) {
                lines.accept(resolved);
            } else {
                one().accept(output);
            }
        });
    }

    /** The state of a trail; null before its first line. */
    Trail trail(TrailId trail) {
        return one().rows().get(FoldRows.trail(trail));
    }

    /** The steps that the turns lost again. */
    DroppedSteps dropped() {
        return one().dropped();
    }

    /** What sessions used beside their turns. */
    List<FileSessions.Used> besideMessages() {
        return lanes.stream()
                .flatMap(lane -> lane.besideMessages().stream())
                .sorted(FileSessions.Used.ORDER)
                .toList();
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
            int lane = Math.floorMod(events.first().envelope().session().value().hashCode(), LANES);
            lanes.get(lane).add(new FoldLane.Arrived(file, number, at, events), threads);
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
}
