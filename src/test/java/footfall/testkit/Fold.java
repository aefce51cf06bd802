package footfall.testkit;

import footfall.line.FileId;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.OwnerUuids;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.SessionId;
import footfall.row.MemoryRows;
import footfall.row.Rows;
import footfall.tail.Transcript;
import footfall.turn.Arrival;
import footfall.turn.Output;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A turn fold with its rows, a clock that only the test moves, and everything that came out. Lines arrive at
 * the clock's time; {@link #pass} lets time go by and fires what becomes due on the way, at its due time.
 */
public final class Fold {
    public static final String HOST = "box";
    public static final String USER = "ada";
    public static final Instant NOON = Instant.parse("2026-02-01T12:00:00Z");

    private final TurnFold fold;
    private final TimedRows rows;
    private final PromptIndex prompts = new PromptIndex();
    private final Map<FileId, OwnerUuids> owners = new HashMap<>();
    private final List<Output> outputs = new ArrayList<>();
    private final Map<FileId, Long> previous = new LinkedHashMap<>();
    private final Map<FileId, ParentChain> parents = new HashMap<>();
    private Instant now;
    private boolean behind;

    private Fold(TurnRules rules, Rows rows, Instant now) {
        this.fold = new TurnFold(rules);
        this.rows = new TimedRows(rows);
        this.now = now;
    }

    public static Fold starting() {
        return starting(Story.RULES, NOON);
    }

    public static Fold starting(TurnRules rules, Instant now) {
        return over(new MemoryRows(), rules, now);
    }

    public static Fold over(Rows rows, TurnRules rules, Instant now) {
        return new Fold(rules, rows, now);
    }

    /** The last revision of each turn of files, read in their order. */
    public static List<Turn> files(List<FedFile> files) {
        var fold = starting();
        files.stream()
                .sorted(Comparator.comparing(FedFile::file, Transcript.ORDER))
                .forEach(fold::feed);
        return fold.end();
    }

    /** The last revision of each turn of one transcript, named after no session of its own. */
    public static List<Turn> turns(Transcripts transcript) {
        return files(List.of(FedFile.of("transcript.jsonl", transcript.bytes())));
    }

    public Fold feed(FedFile file) {
        for (int i = 0; i < file.parts().size(); i++) {
            if (file.parts().get(i) instanceof Parsed.Accepted accepted) {
                line(file.file().id(), accepted, file.events().get(i));
            }
        }
        return this;
    }

    /**
     * Feeds a transcript as the file {@code transcript.jsonl}; lines that were fed before are skipped by their marks.
     */
    public Fold feed(Transcripts transcript) {
        return feed(FedFile.of("transcript.jsonl", transcript.bytes()));
    }

    public void line(FileId file, Parsed.Accepted part, LineEvents events) {
        var parent = parents.computeIfAbsent(file, chain -> new ParentChain()).parent(part.line());
        var envelope = part.line().envelope();
        var owner = owners.computeIfAbsent(file, begin -> new OwnerUuids(OwnerUuids.State.BEGIN))
                .next(OwnerUuids.Role.of(part.line()), envelope)
                .ownerOther(prompts, envelope.session().value());
        if (!events.isEmpty()) {
            arrive(new Arrival(file, part.offset(), Arrival.UNKNOWN, now, owner, HOST, USER).after(parent), events);
        }
    }

    /** Of a line that says one thing. */
    public void line(FileId file, long offset, Line line) {
        line(file, new Parsed.Accepted(line, offset, 1), LineEvents.of(line));
    }

    public void arrive(Arrival arrival, Line line) {
        arrive(arrival, LineEvents.of(line));
    }

    public void arrive(Arrival arrival, LineEvents events) {
        fold.line(rows, arrival, events, outputs::add);
    }

    /** Unread input is waiting: nothing fires. */
    public Fold behind(boolean isBehind) {
        behind = isBehind;
        return this;
    }

    public Instant now() {
        return now;
    }

    public Fold pass(long millis) {
        return pass(Duration.ofMillis(millis));
    }

    public Fold pass(Duration duration) {
        var until = now.plus(duration);
        while (!behind && rows.next() != null && !rows.next().at().isAfter(until)) {
            var next = rows.next();
            now = next.at().isAfter(now) ? next.at() : now;
            fold.timer(rows, next.trail(), new TurnFold.Tick(now, false), outputs::add);
            if (next.equals(rows.next())) {
                throw new IllegalStateException("timer of " + next.trail() + " fired and still stands");
            }
        }
        now = until;
        if (behind && rows.next() != null) {
            fold.timer(rows, rows.next().trail(), new TurnFold.Tick(now, true), outputs::add);
        }
        return this;
    }

    public Fold forget(String session) {
        fold.forget(rows, new SessionId(session), outputs::add);
        return this;
    }

    /** Whether any timer but that of retention stands. */
    public boolean isArmed() {
        return rows.next() != null && rows.next().at().isBefore(now.plus(Duration.ofDays(2)));
    }

    /** No more lines: the last revision of each turn, by trail and index. */
    public List<Turn> end() {
        rows.trails().forEach(trail -> fold.end(rows, trail, outputs::add));
        return last();
    }

    public List<Output> outputs() {
        return List.copyOf(outputs);
    }

    /** Every turn emitted so far, in order. */
    public List<Turn> emitted() {
        var turns = new ArrayList<Turn>();
        for (var output : outputs) {
            if (output instanceof Output.TurnEmitted emitted) {
                turns.add(emitted.turn());
            }
        }
        return turns;
    }

    /** The last revision of each turn so far. */
    public List<Turn> last() {
        var last = new TreeMap<String, Turn>();
        for (var turn : emitted()) {
            var agent = turn.id().agentId() == null ? "" : turn.id().agentId();
            last.put(
                    String.format(
                            "%s %s %06d",
                            turn.id().sessionId().value(), agent, turn.id().index()),
                    turn);
        }
        return List.copyOf(last.values());
    }

    /** Previous offset of a file's line, for those who test gaps. */
    public Arrival inSequence(FileId file, long offset) {
        var before = previous.put(file, offset);
        return new Arrival(file, offset, before == null ? -1 : before, now, null, HOST, USER);
    }
}
