package footfall.report;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import footfall.line.Bytes;
import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.tail.Transcript;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The fold of a group of files, whose turns go into a {@link TurnSpill}. If it is to be kept, also notes what a
 * {@link FoldedGroup} needs.
 */
final class GroupFold implements GroupedFiles.Group {
    private static final String UNTYPED = "untyped";

    private final Target target;
    private final LineFilter wanted;
    private final RecordBytes form;
    private final Map<Transcript, Noted> noted = new IdentityHashMap<>();
    private final Map<String, List<ErrorText>> errors = new HashMap<>();
    private FileFold fold;
    private Transcript reads;
    private Noted ofReads;
    private List<FileSessions.Used> used = List.of();

    /** Selects lines of a file. */
    interface LineFilter {
        boolean is(Transcript file, Line line);
    }

    /** {@code turns} gets those of the spill. */
    record Target(TurnRules rules, TurnSpill<?> spill, FileFold.Turns turns) {}

    /** {@code form}: of texts in what is kept; null if it is not. */
    GroupFold(Target target, LineFilter wanted, RecordBytes form, OwnerUuids.Owners owners) {
        this.target = target;
        this.wanted = wanted;
        this.form = form;
        this.fold = new FileFold(target.rules, owners, target.turns);
    }

    /** Of a file. */
    private static final class Noted {
        private final Set<String> sessions = new LinkedHashSet<>();
        private String lastSession;
        private boolean isTranscript;

        void session(String session) {
            if (!session.equals(lastSession)) {
                lastSession = session;
                sessions.add(session);
            }
        }
    }

    /** An error that can be read again. {@code hash}: of the text that a step has. */
    private record ErrorText(Transcript file, long offset, int length, String call, long hash) {}

    @Override
    public boolean line(Transcript file, long number, Parsed.Accepted part, LineDetails details) {
        var line = part.line();
        if (!wanted.is(file, line)) {
            return false;
        }
        if (file != reads) {
            reads = file;
            ofReads = new Noted();
            noted.put(file, ofReads);
        }
        ofReads.isTranscript |=
                !(line instanceof Line.Nothing nothing && nothing.kind().equals(UNTYPED));
        for (var event : fold.line(file, number, part).events()) {
            ofReads.session(event.envelope().session().value());
            if (form != null) {
                noteErrors(file, part, event, details.json());
            }
        }
        return true;
    }

    @Override
    public void end() {
        fold.end();
        used = fold.besideMessages();
        fold = null;
    }

    @Override
    public Collection<String> sessions(Transcript file) {
        var of = noted.get(file);
        return of == null ? Set.of() : of.sessions;
    }

    @Override
    public void withdraw() {
        var all = new HashSet<String>();
        noted.values().forEach(of -> all.addAll(of.sessions));
        target.spill.withdraw(all);
    }

    /** What sessions used beside their turns. */
    List<FileSessions.Used> besideMessages() {
        return used;
    }

    /** Whether a file had at least one line of a transcript. */
    boolean isTranscript(Path file) {
        return noted.entrySet().stream()
                .anyMatch(one ->
                        one.getValue().isTranscript && one.getKey().path().equals(file));
    }

    private void noteErrors(Transcript file, Parsed.Accepted part, Line event, Bytes json) {
        for (var result : event.results()) {
            if (result.error() != null && result.toolUseId() != null && FoldedGroup.isErrorReadable(file)) {
                note(file, part, json.head((int) part.length()), result.toolUseId(), result.error());
            }
        }
    }

    private void note(Transcript file, Parsed.Accepted part, Bytes json, String call, String error) {
        try {
            var shown = Turn.error(error);
            var quoted = form.of(shown);
            var inQuotes = new String(quoted, 1, quoted.length - 2, ISO_8859_1);
            int length = (int) part.length();
            // Bytes as characters.
            int at = new String(json.array(), json.from(), length, ISO_8859_1).indexOf(inQuotes);
            if (at >= 0 || isSaid(file, part, call, error)) {
                var text = at >= 0
                        ? new ErrorText(file, part.offset() + at, inQuotes.length(), null, Ids.hash(shown))
                        : new ErrorText(file, part.offset(), length, call, Ids.hash(shown));
                errors.computeIfAbsent(call, none -> new ArrayList<>(1)).add(text);
            }
        } catch (IOException unreadable) {
            // Its group is not kept.
        }
    }

    /** Whether the line says the error without the lines before it. */
    private static boolean isSaid(Transcript file, Parsed.Accepted part, String call, String error) throws IOException {
        if (!(part.line() instanceof Line.Unresolved)) {
            return true;
        }
        var at = new FoldedGroup.ErrorLine(0, part.offset(), (int) part.length(), call);
        try (var texts = new KeptFold.ErrorTexts()) {
            return texts.of(file.path(), file.id(), at).filter(error::equals).isPresent();
        }
    }

    /**
     * The turn with the number of a line in place of each error. Adds the lines to {@code lines}; null if an error
     * cannot be read again.
     */
    Turn withoutErrors(Turn turn, List<Transcript> files, List<FoldedGroup.ErrorLine> lines) {
        var missing = new boolean[1];
        var without = turn.withErrors(step -> {
            var line = line(step, files);
            missing[0] |= line == null; // The list may have nulls then, and is not used.
            lines.add(line);
            return step.withError(String.valueOf(lines.size() - 1));
        });
        return missing[0] ? null : without;
    }

    private FoldedGroup.ErrorLine line(Step step, List<Transcript> files) {
        var call = step.use().toolUseId();
        long hash = Ids.hash(step.result().error());
        for (var text : errors.getOrDefault(call, List.of())) {
            int file = files.indexOf(text.file);
            if (text.hash == hash && file >= 0) {
                return new FoldedGroup.ErrorLine(file, text.offset, text.length, text.call);
            }
        }
        return null;
    }
}
