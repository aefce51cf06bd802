package footfall.report;

import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.SessionId;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds a text in transcripts. First searches the bytes of all files, in parallel, and parses only lines that
 * may match, up to the first match of each file. Then reads the files that have lines of the same sessions as
 * a file with a match, and folds them, so that turns have the IDs that a reading of all files gives them.
 */
public final class FileFind {
    private final TurnRules rules;
    private final History history;

    public FileFind(TurnRules rules, History history) {
        this.rules = rules;
        this.history = history;
    }

    /**
     * The first matches, up to a maximum, and how many there are in all. {@code sessions}: those of all matches;
     * {@code named}: those, and the ones that files are named after.
     * {@code reading} counts all files; bad lines are those of files that were read whole.
     */
    public record Found(
            List<Finding> findings, long matches, Set<String> sessions, Set<String> named, Reading reading) {}

    /** Searches homes, folders or files. {@code max}: of matches to return. */
    public Found find(List<Path> places, FindQuestion question, int max, Reading.Progress progress)
            throws InterruptedException {
        var edit = new Reading.Edit();
        var listed = TranscriptList.paths(places, history.excluded());
        edit.unreadable.addAll(listed.unreadable());
        edit.excluded = listed.excluded();
        var sink = new FindFold(
                question, max, new FileFold(rules, OwnerUuids.Owners.of(new PromptIndex()), turn -> false));
        var paths = List.copyOf(listed.paths());
        var matching = matching(paths, question, edit, progress);
        if (!matching.isEmpty()) {
            read(related(matching, paths, edit), question, edit, sink);
        }
        edit.files = paths.size()
                - (int) edit.unreadable.stream()
                        .filter(one -> listed.paths().contains(one.path()))
                        .count();
        sink.end();
        var named = new TreeSet<>(sink.sessions());
        paths.forEach(
                path -> named.add(TranscriptPaths.name(path).source().session().value()));
        return new Found(sink.findings(), sink.matches(), sink.sessions(), named, edit.done());
    }

    private List<Path> matching(List<Path> paths, FindQuestion question, Reading.Edit edit, Reading.Progress progress)
            throws InterruptedException {
        var matching = new ArrayList<Path>();
        var candidates = candidates(question);
        for (var one : history.files().each(paths, progress, (file, size, read) -> {
            boolean isMatch = isMatch(question, candidates, file);
            read.accept(size);
            return isMatch;
        })) {
            if (one.why() != null) {
                edit.unreadable.add(Reading.Unreadable.of(one.path(), one.why()));
            } else if (one.made()) {
                matching.add(one.path());
            }
        }
        return matching;
    }

    /** The sessions and the files that may have lines of them. */
    private record Related(Set<SessionId> sessions, List<Path> files) {}

    private Related related(List<Path> matching, List<Path> paths, Reading.Edit edit) throws InterruptedException {
        var sessions = new HashSet<SessionId>();
        var scan = new SessionScan(history);
        for (var one : scan.of(matching)) {
            if (one.why() == null) {
                sessions.addAll(one.made());
            }
        }
        var found = new HashSet<>(matching);
        var unreadable = edit.unreadable.stream().map(Reading.Unreadable::path).collect(Collectors.toSet());
        var others = paths.stream()
                .filter(path -> !found.contains(path) && !unreadable.contains(path))
                .toList();
        found.addAll(scan.having(sessions, others, edit));
        return new Related(sessions, paths.stream().filter(found::contains).toList());
    }

    private void read(Related related, FindQuestion question, Reading.Edit edit, FindFold sink)
            throws InterruptedException {
        var opened = TranscriptList.of(related.files(), history.excluded());
        edit.unreadable.addAll(opened.unreadable());
        var candidates = candidates(question);
        history.read(
                new History.Task(opened.files(), LocalFiles.NO_PROGRESS, edit),
                (file, line, details, place) -> {
                    boolean isSearched = candidates.isCandidate(details.json());
                    var matches = isSearched ? question.in(line.line(), details) : List.<FindQuestion.Match>of();
                    return related.sessions().contains(line.line().envelope().session())
                            ? new FindFold.Searched(line, matches)
                            : null;
                },
                sink);
    }

    private CandidateLines candidates(FindQuestion question) {
        return new CandidateLines(question.pattern().needle(), history.lineBytesMax());
    }

    /** Whether a line of the file matches. Most files are not even opened as a transcript. */
    private boolean isMatch(FindQuestion question, CandidateLines candidates, Path path) throws IOException {
        var file = candidates.isIn(path) ? Transcript.open(path) : null;
        if (file == null) {
            return false;
        }
        var found = new boolean[1];
        var parser = history.parser();
        // The candidates alone do not tell which of several sessions in a file a line is of.
        var asked = file.source().dialect().sourceText() == null ? question : question.inAnySession();
        candidates.in(file, line -> {
            parser.each(line, 0, file.named(), (part, details) -> {
                if (part instanceof Parsed.Accepted accepted) {
                    found[0] |= !asked.in(accepted.line(), details).isEmpty();
                }
            });
            return !found[0];
        });
        return found[0];
    }
}
