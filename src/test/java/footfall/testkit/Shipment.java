package footfall.testkit;

import footfall.line.FileId;
import footfall.line.LineEvents;
import footfall.line.PromptIndex;
import footfall.line.SessionId;
import footfall.line.SkippedTurns;
import footfall.line.TrailId;
import footfall.pattern.TalliedTurn;
import footfall.redact.Identity;
import footfall.row.MemoryRows;
import footfall.session.SessionFold;
import footfall.session.SessionRules;
import footfall.session.SessionSummary;
import footfall.tail.ExcludedProjects;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import footfall.tail.Transcripts;
import footfall.turn.Arrival;
import footfall.turn.Output;
import footfall.turn.Prices;
import footfall.turn.Turn;
import footfall.turn.TurnFold;
import footfall.turn.TurnRules;
import footfall.wire.EventJson;
import footfall.wire.LineHeaders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The records that a shipper sends for transcript files taken in order, and the turns that the same
 * redacted lines make when they are folded as files: what a stream of the records must come to.
 */
public final class Shipment {
    public static final Identity BOX = new Identity(Fold.HOST, Fold.USER);

    private final List<Sent> records;

    private Shipment(List<Sent> records) {
        this.records = List.copyOf(records);
    }

    /** A record for the topic {@code lines}. */
    public record Sent(String session, byte[] value, LineHeaders lineHeaders) {
        public Headers headers() {
            var headers = new RecordHeaders();
            lineHeaders.addTo(headers);
            return headers;
        }

        /** Null for the main agent. */
        public String agent() {
            return events(this).first().envelope().agent();
        }

        /** The same line as another shipper sends it. */
        public Sent from(Identity identity) {
            return with(
                    lineHeaders.file(),
                    lineHeaders.previousOffset(),
                    identity,
                    lineHeaders.copiedFrom(),
                    lineHeaders.skipped());
        }

        /** The same line with another one sent before it. */
        public Sent after(long previous) {
            return with(lineHeaders.file(), previous, shipper(), lineHeaders.copiedFrom(), lineHeaders.skipped());
        }

        /** The same line of another file. */
        public Sent inFile(FileId file) {
            return with(file, lineHeaders.previousOffset(), shipper(), lineHeaders.copiedFrom(), lineHeaders.skipped());
        }

        /** The same line as a copy of that of another session. */
        public Sent copiedFrom(String owner) {
            return with(lineHeaders.file(), lineHeaders.previousOffset(), shipper(), owner, lineHeaders.skipped());
        }

        /** The same line of a trail whose first turns were skipped. */
        public Sent skipping(SkippedTurns skipped) {
            return with(lineHeaders.file(), lineHeaders.previousOffset(), shipper(), lineHeaders.copiedFrom(), skipped);
        }

        private Identity shipper() {
            return new Identity(lineHeaders.host(), lineHeaders.user());
        }

        /** The same line from the shipper with a secret ID. */
        public Sent by(long sender) {
            var same = lineHeaders;
            return new Sent(
                    session,
                    value,
                    new LineHeaders(
                            same.file(),
                            same.offset(),
                            same.previousOffset(),
                            same.host(),
                            same.user(),
                            same.copiedFrom(),
                            same.skipped(),
                            same.parent(),
                            sender));
        }

        private Sent with(FileId file, long previous, Identity shipper, String copiedFrom, SkippedTurns skipped) {
            return new Sent(
                    session,
                    value,
                    new LineHeaders(
                            file,
                            lineHeaders.offset(),
                            previous,
                            shipper.host(),
                            shipper.user(),
                            copiedFrom,
                            skipped,
                            lineHeaders.parent(),
                            lineHeaders.sender()));
        }

        /** The same line in a session whose id has the prefix. */
        public Sent renamed(String prefix) {
            var json = new String(value, StandardCharsets.UTF_8);
            // Those that a line was copied from, too.
            for (var field : List.of("session_id", "origin", "copy_of")) {
                json = json.replace("\"" + field + "\":\"", "\"" + field + "\":\"" + prefix);
            }
            var owner = lineHeaders.copiedFrom() == null ? null : prefix + lineHeaders.copiedFrom();
            return new Sent(prefix + session, json.getBytes(StandardCharsets.UTF_8), lineHeaders).copiedFrom(owner);
        }
    }

    /** A story's files. */
    public static Shipment of(Story story) {
        return ofPaths(story.paths(), BOX);
    }

    /** All transcripts below a folder. */
    public static Shipment below(Path folder, Identity identity) {
        try {
            return ofPaths(Transcripts.below(folder, ExcludedProjects.NONE).files(), identity);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /** Of transcripts in any order. */
    public static Shipment ofPaths(List<Path> paths, Identity identity) {
        try {
            var files = new ArrayList<ShipmentFile>();
            for (var path : paths) {
                var file = Transcript.open(path);
                if (file != null) {
                    files.add(new ShipmentFile(file, bytes(path)));
                }
            }
            files.sort((a, b) -> Transcript.ORDER.compare(a.file(), b.file()));
            return ofContents(files, identity);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    private static byte[] bytes(Path path) throws IOException {
        try (var file = LocalDisk.openFollowingLinks(path)) {
            var bytes = ByteBuffer.allocate((int) file.size());
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) > 0) {
                // Reads until all is read.
            }
            return bytes.array();
        }
    }

    /** One transcript that is on no disk. */
    public static Shipment of(footfall.testkit.Transcripts transcript) {
        return of("transcript.jsonl", transcript);
    }

    public static Shipment of(String path, footfall.testkit.Transcripts transcript) {
        var file = FedFile.of(path, transcript.bytes()).file();
        return ofContents(List.of(new ShipmentFile(file, transcript.bytes())), BOX);
    }

    private static Shipment ofContents(List<ShipmentFile> files, Identity identity) {
        var prompts = new PromptIndex();
        var sent = new ArrayList<Sent>();
        files.forEach(file -> file.send(identity, prompts, sent));
        return new Shipment(sent);
    }

    public List<Sent> records() {
        return records;
    }

    public Sent get(int index) {
        return records.get(index);
    }

    /**
     * One line of each session after the other, as long as there are any; the order within a session is
     * kept.
     */
    public List<Sent> interleaved() {
        return interleaved(Sent::session);
    }

    /** The same with the files of a session mixed too. */
    public List<Sent> interleavedByFile() {
        return interleaved(sent -> sent.lineHeaders().file());
    }

    private List<Sent> interleaved(Function<Sent, Object> group) {
        var byGroup = new LinkedHashMap<Object, ArrayDeque<Sent>>();
        records.forEach(sent -> byGroup.computeIfAbsent(group.apply(sent), none -> new ArrayDeque<>())
                .add(sent));
        var mixed = new ArrayList<Sent>();
        while (mixed.size() < records.size()) {
            byGroup.values().stream().filter(queue -> !queue.isEmpty()).forEach(queue -> mixed.add(queue.remove()));
        }
        return mixed;
    }

    /** The last revision of each turn of the redacted lines, read as files, by id. */
    public Map<String, Turn> turns(TurnRules rules) {
        var last = new HashMap<String, Turn>();
        fold(rules, output -> take(output, last));
        return last;
    }

    /** What those turns give to tallies; copies give nothing. */
    public List<TalliedTurn> walks(TurnRules rules) {
        var last = new TreeMap<String, TalliedTurn>();
        fold(rules, output -> {
            if (output instanceof Output.TurnEmitted emitted && emitted.after() != null) {
                var turn = emitted.turn();
                last.put(
                        turn.id().turnId(),
                        new TalliedTurn(turn.id().turnId(), turn.id().sessionId(), emitted.after()));
            }
        });
        return List.copyOf(last.values());
    }

    private void fold(TurnRules rules, Consumer<Output> out) {
        var fold = new TurnFold(rules);
        var rows = new MemoryRows();
        var trails = new LinkedHashSet<TrailId>();
        for (var sent : records) {
            var events = events(sent);
            trails.add(TrailId.of(events.first().envelope()));
            fold.line(rows, arrival(sent), events, out);
        }
        trails.forEach(trail -> fold.end(rows, trail, out));
    }

    /** The summary of each session of the redacted lines, read as files, by id. */
    public Map<String, SessionSummary> sessions(Prices prices) {
        var turns = new TurnFold(Defaults.turns(prices));
        var fold = new SessionFold(new SessionRules(SessionRules.INTERVAL, prices));
        var rows = new MemoryRows();
        var state = new SessionFold.State(rows, (session, from, to) -> {}, (before, after) -> {});
        var summaries = new TreeMap<String, SessionSummary>();
        var trails = new LinkedHashSet<TrailId>();
        Consumer<Output> emitted = output -> {
            if (output instanceof Output.TurnEmitted turn) {
                fold.changed(state, turn.trail().session(), turn.before(), turn.after(), Instant.EPOCH);
            }
        };
        for (var sent : records) {
            var arrival = arrival(sent);
            trails.add(TrailId.of(events(sent).first().envelope()));
            turns.line(rows, arrival, events(sent), output -> {
                emitted.accept(output);
                if (output instanceof Output.LineFolded resolved) {
                    fold.line(state, arrival, resolved.line(), resolved.admission());
                } else if (output instanceof Output.StepDropped dropped) {
                    fold.dropped(state, arrival, dropped);
                }
            });
            summaries.put(sent.session(), null);
        }
        trails.forEach(trail -> turns.end(rows, trail, emitted));
        summaries.replaceAll((session, none) -> fold.summary(rows, new SessionId(session)));
        return summaries;
    }

    private void take(Output output, Map<String, Turn> last) {
        if (output instanceof Output.TurnEmitted emitted) {
            last.put(emitted.turn().id().turnId(), emitted.turn());
        }
    }

    private static Arrival arrival(Sent sent) {
        var of = sent.lineHeaders();
        return new Arrival(
                        of.file(), of.offset(), Arrival.UNKNOWN, Instant.EPOCH, of.copiedFrom(), of.host(), of.user())
                .after(of.parent());
    }

    private static LineEvents events(Sent sent) {
        return EventJson.read(sent.value()).orElseThrow();
    }
}
