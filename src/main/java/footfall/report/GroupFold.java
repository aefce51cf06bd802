package footfall.report;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import footfall.line.Ids;
import footfall.line.Line;
import footfall.line.LineEvents;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.tail.Transcript;
import footfall.turn.Step;
import footfall.turn.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One pass over transcripts of which some were folded before: asks for the owners of their prompts again, in the order
 * of all files, and notes of the others what a {@link FoldedGroup} needs.
 */
final class GroupFold implements FoldWatch {
    private final List<Kept> kept = new ArrayList<>();
    private final Map<Path, Noted> noted = new HashMap<>();
    private final Map<String, List<ErrorText>> errors = new HashMap<>();
    private final Set<FoldedGroup> changed = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ErrorTexts texts = new ErrorTexts();
    private final RecordBytes form;
    private int asked;

    /** {@code groups}: those that were folded before and are not read. */
    GroupFold(Collection<FoldedGroup> groups, RecordBytes form) {
        this.form = form;
        for (var group : groups) {
            group.files().forEach(file -> kept.add(new Kept(group, file)));
        }
        kept.sort(Comparator.comparing(one -> one.file.order()));
    }

    private record Kept(FoldedGroup group, FoldedGroup.File file) {}

    /** Of a file that is read. */
    private static final class Noted {
        private final Set<String> sessions = new LinkedHashSet<>();
        private final List<FoldedGroup.Asked> asked = new ArrayList<>();
    }

    /** An error that can be read again. {@code hash}: of the text that a step has. */
    private record ErrorText(Transcript file, long offset, int length, String call, long hash) {}

    @Override
    public void begins(Transcript file, PromptIndex prompts) {
        ask(file.order(), prompts);
        noted.put(file.path(), new Noted());
    }

    @Override
    public void ends(PromptIndex prompts) {
        ask(null, prompts);
        try {
            texts.close();
        } catch (IOException gone) {
            // It was only read.
        }
    }

    /** The files before this one; null for all. */
    private void ask(Transcript.Order before, PromptIndex prompts) {
        while (asked < kept.size()
                && (before == null || kept.get(asked).file.order().compareTo(before) < 0)) {
            var one = kept.get(asked++);
            for (var line : one.file.asked()) {
                if (!line.isAnswered(prompts)) {
                    changed.add(one.group);
                }
            }
        }
    }

    @Override
    public void asked(Transcript file, OwnerUuids.Uuids uuids, String session, String owner) {
        if (uuids.asked() != null
                || !uuids.claimed().isEmpty()
                || !uuids.released().isEmpty()) {
            noted.get(file.path()).asked.add(FoldedGroup.Asked.of(uuids, session, owner));
        }
    }

    @Override
    public void line(Transcript file, Parsed.Accepted part, LineEvents means) {
        var sessions = noted.get(file.path()).sessions;
        for (var event : means.events()) {
            sessions.add(event.envelope().session().value());
            for (var result : event.results()) {
                if (result.error() != null && result.toolUseId() != null) {
                    note(file, part, result.toolUseId(), result.error());
                }
            }
        }
    }

    private void note(Transcript file, Parsed.Accepted part, String call, String error) {
        if (!FoldedGroup.isErrorReadable(file)) {
            return;
        }
        try {
            var shown = Turn.error(error);
            var json = form.of(shown);
            var inQuotes = new String(json, 1, json.length - 2, ISO_8859_1);
            int length = (int) part.length();
            // Bytes as characters.
            int at = new String(texts.bytes(file.path(), part.offset(), length), ISO_8859_1).indexOf(inQuotes);
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
    private boolean isSaid(Transcript file, Parsed.Accepted part, String call, String error) throws IOException {
        var at = new FoldedGroup.ErrorLine(0, part.offset(), (int) part.length(), call);
        return !(part.line() instanceof Line.Unresolved)
                || texts.of(file.path(), file.id(), at).filter(error::equals).isPresent();
    }

    /** The groups whose files asked for owners that are others now: their turns are others, too. */
    Set<FoldedGroup> changed() {
        return changed;
    }

    /** Which of the files that were read have sessions in common. A file without a session is alone. */
    Collection<List<Transcript>> groups(List<Transcript> files) {
        var groups = Collections.<List<Transcript>>newSetFromMap(new IdentityHashMap<>());
        var bySession = new HashMap<String, List<Transcript>>();
        for (var file : files) {
            List<Transcript> group = null;
            for (var session : sessions(file)) {
                var other = bySession.get(session);
                if (group == null) {
                    group = other;
                } else if (other != null && other != group) {
                    groups.remove(other);
                    join(group, other, bySession);
                }
            }
            group = group == null ? new ArrayList<>() : group;
            groups.add(group);
            join(group, List.of(file), bySession);
        }
        return groups;
    }

    private void join(List<Transcript> group, List<Transcript> more, Map<String, List<Transcript>> bySession) {
        group.addAll(more);
        more.forEach(file -> sessions(file).forEach(session -> bySession.put(session, group)));
    }

    List<String> sessions(Transcript file) {
        var of = noted.get(file.path());
        return of == null ? List.of() : List.copyOf(of.sessions);
    }

    List<FoldedGroup.Asked> asked(Transcript file) {
        var of = noted.get(file.path());
        return of == null ? List.of() : of.asked;
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
