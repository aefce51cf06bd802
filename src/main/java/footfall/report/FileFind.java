package footfall.report;

import footfall.call.LineText;
import footfall.line.Envelope;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.line.PromptIndex;
import footfall.line.SessionId;
import footfall.line.TrailId;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import footfall.turn.LinePlace;
import footfall.turn.TurnRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds a text in transcripts. First searches the bytes of all files, in parallel, and parses only lines that
 * may match, up to the first match of each file. Then reads the files that have lines of the same sessions as
 * a file with a match, and folds them, so that turns have the IDs that a reading of all files gives them.
 */
public record FileFind(TurnRules rules, History history) {
    /**
     * The latest matches, up to a maximum, and how many there are in all. {@code sessions}: those of all
     * matches; {@code named}: those, and the ones that files are named after.
     * {@code reading} counts all files; bad lines are those of files that were read whole.
     */
    public record Found(
            List<Finding> findings, long matches, Set<String> sessions, Set<String> named, Reading reading) {}

    /**
     * How much is searched and returned. {@code matches}: how many are returned. Only the files that changed last are
     * read, {@code bytes} of them on disk, and of those with a match {@code files}.
     */
    public record Limits(int matches, int files, long bytes) {
        /** Searches all. */
        public static Limits ofMatches(int max) {
            return new Limits(max, Integer.MAX_VALUE, Long.MAX_VALUE);
        }

        private record Changed(Path path, long at, long size) {
            static Changed of(Path path) {
                return new Changed(
                        path, path.toFile().lastModified(), path.toFile().length());
            }
        }

        private List<Path> searched(List<Path> paths) {
            if (bytes == Long.MAX_VALUE) {
                return paths;
            }
            var read = new long[1];
            return paths.stream()
                    .map(Changed::of)
                    .sorted(Comparator.comparingLong(Changed::at).reversed())
                    .takeWhile(one -> (read[0] += one.size()) - one.size() < bytes)
                    .map(Changed::path)
                    .toList();
        }
    }

    /** Searches homes, folders or files. */
    public Found find(List<Path> places, FindQuestion question, Limits limits, Reading.Progress progress)
            throws InterruptedException {
        var edit = new Reading.Edit();
        var listed = TranscriptList.paths(places, history.excluded());
        edit.unreadable.addAll(listed.unreadable());
        edit.excluded = listed.excluded();
        var sink = new FindFold(
                question, limits, new FileFold(rules, OwnerUuids.Owners.of(new PromptIndex()), turn -> false));
        var paths = List.copyOf(listed.paths());
        var searched = limits.searched(paths);
        var matching = matching(searched, question, edit, progress);
        matching = matching.subList(0, Math.min(matching.size(), limits.files()));
        if (!matching.isEmpty()) {
            read(related(matching, searched, edit), question, edit, sink);
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

    /**
     * Folds lines and assigns their matches to turns. A prompt waits until its turn begins. Holds the latest
     * matches up to a maximum, one prompt of each trail, and the fold's state.
     */
    private static final class FindFold implements History.Sink<FindFold.Searched> {
        private static final Comparator<Numbered> BY_TIME = Comparator.<Numbered, Instant>comparing(
                        match -> match.finding().at(), Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(Numbered::number);

        private final FindQuestion question;
        private final Limits limits;
        private final FileFold fold;
        private final PriorityQueue<Numbered> found = new PriorityQueue<>(BY_TIME);
        private final WaitingPrompts<Numbered> prompts;
        private final Set<String> sessions = new TreeSet<>();
        private long matches;
        private long lines;

        FindFold(FindQuestion question, Limits limits, FileFold fold) {
            this.question = question;
            this.limits = limits;
            this.fold = fold;
            this.prompts = new WaitingPrompts<>(
                    fold,
                    (trail, turn, isBegun, match) ->
                            add(isBegun ? in(match, trail, turn, LinePlace.Step.NONE) : match));
        }

        /** A line and the matches in it. */
        record Searched(Parsed.Accepted part, List<FindQuestion.Match> matches) {}

        /** {@code number}: of its line among all that were folded. */
        private record Numbered(long number, Finding finding) {}

        @Override
        public void accept(Transcript file, long number, Searched line) {
            lines++;
            fold.place(file, line.part()).ifPresent(place -> {
                boolean isPrompt = line.part().line().alone() instanceof Line.Prompt;
                prompts.line(place.trail(), isPrompt);
                for (var match : line.matches()) {
                    var own = line.part().line().envelope().at();
                    var source = new Finding.Source(file.path(), number);
                    var made = new Numbered(
                            lines, Finding.of(match, place.trail(), own == null ? place.at() : own, source));
                    boolean isCall = !place.calls().isEmpty() && match.where() != LineText.Where.ERROR;
                    if (isPrompt) {
                        prompts.add(place, made);
                    } else if (place.steps().isEmpty()) {
                        add(in(made, place.trail(), place.turn(), LinePlace.Step.NONE));
                    } else {
                        add(made, place, (isCall ? place.calls() : place.steps()).get(match.part()));
                    }
                }
            });
        }

        private void add(Numbered match, LinePlace place, LinePlace.Step step) {
            if (step.exists()) {
                add(in(match, place.trail(), place.turn(), step));
            } else if (step.equals(LinePlace.Step.NONE)) {
                add(match);
            }
        }

        private static Numbered in(Numbered match, TrailId trail, int turn, LinePlace.Step step) {
            var ref = new TurnRef(trail.session().value(), trail.agent(), turn);
            return new Numbered(match.number(), match.finding().in(ref, step));
        }

        private void add(Numbered match) {
            var finding = match.finding();
            var trail = fold.trail(finding.trail());
            if (question.admits(trail.project(), finding.tool())) {
                matches++;
                sessions.add(finding.trail().session().value());
                found.add(match);
                if (found.size() > limits.matches()) {
                    found.remove();
                }
            }
        }

        /** Ends the waits of all prompts, which begin no turn. */
        void end() {
            prompts.end().stream()
                    .sorted(Comparator.comparing(Numbered::number))
                    .forEach(this::add);
        }

        /** In the order of their lines. */
        List<Finding> findings() {
            return found.stream()
                    .sorted(Comparator.comparing(Numbered::number))
                    .map(match -> match.finding().settled(fold.dropped()))
                    .toList();
        }

        long matches() {
            return matches;
        }

        Set<String> sessions() {
            return sessions;
        }
    }

    /**
     * A text that was found. {@code turn} is null for a prompt that began no turn, and for an error without a call
     * in the turn. {@code sequence} and {@code tool} are those of the step; null for a prompt, and without a turn.
     * {@code at} is the time of the line, null when absent. {@code text} is the matching line of the text, with the
     * match at {@code matchAt}.
     */
    public record Finding(
            TrailId trail,
            TurnRef turn,
            Integer sequence,
            String tool,
            LineText.Where where,
            Instant at,
            String text,
            int matchAt,
            Source source) {
        /** The file and the number of the line in it, from 1. */
        public record Source(Path file, long line) {}

        static Finding of(FindQuestion.Match match, TrailId trail, Instant at, Source source) {
            return new Finding(trail, null, null, null, match.where(), at, match.line(), match.at(), source);
        }

        /** In a step by its order, until all lines are folded. */
        Finding in(TurnRef found, LinePlace.Step step) {
            var order = step.exists() ? step.order() : null;
            return new Finding(trail, found, order, step.tool(), where, at, text, matchAt, source);
        }

        /** With the sequence of its step. */
        Finding settled(FileFold.DroppedSteps dropped) {
            int now = sequence == null ? FileFold.DroppedSteps.NONE : dropped.sequence(turn, sequence);
            boolean isStep = now != FileFold.DroppedSteps.NONE;
            return new Finding(
                    trail, turn, isStep ? now : null, isStep ? tool : null, where, at, text, matchAt, source);
        }
    }

    /**
     * What to find. {@code since}, {@code until} (exclusive), {@code agent}, {@code project} and {@code tool} are null
     * when they do not restrict the time of the line, the dialect of its file, the project of its trail, and the tool
     * of its step.
     */
    public record FindQuestion(
            TextPattern pattern,
            Set<LineText.Where> in,
            Instant since,
            Instant until,
            Predicate<SessionId> session,
            String agent,
            String project,
            String tool) {
        /** The longest text of a match, in characters, with as much after the match as before it. */
        private static final int TEXT_MAX = 2_000;

        public FindQuestion {
            in = Set.copyOf(in);
        }

        FindQuestion inAnySession() {
            return new FindQuestion(pattern, in, since, until, any -> true, agent, project, tool);
        }

        /** A text that matches; {@code line} is the line of it with the match, at {@code at}. */
        record Match(LineText.Where where, int part, String line, int at) {}

        /** The matches in a line's own texts, at most one for each. */
        List<Match> in(Line line, LineDetails details) {
            boolean isOfAgent = agent == null || agent.equals(details.dialect().word());
            if (!isOfAgent || !admits(line.envelope())) {
                return List.of();
            }
            var matches = new ArrayList<Match>(0);
            for (var text : LineText.of(line, details)) {
                boolean isSearched =
                        in.contains(text.where()) && (tool == null || text.where() != LineText.Where.PROMPT);
                if (isSearched) {
                    pattern.in(text.text()).ifPresent(at -> matches.add(match(text, at)));
                }
            }
            return matches;
        }

        private boolean admits(Envelope line) {
            return session.test(line.session())
                    && (since == null || line.at() != null && !line.at().isBefore(since))
                    && (until == null || line.at() != null && line.at().isBefore(until));
        }

        /** Whether a match in this project, of a step with this tool, is wanted; either is null when unknown. */
        boolean admits(String ofProject, String ofTool) {
            return (project == null || project.equals(ofProject)) && (tool == null || tool.equals(ofTool));
        }

        private static Match match(LineText of, int at) {
            var text = of.text();
            int start = Math.max(lineStart(text, at), at - TEXT_MAX / 2);
            int end = Math.min(lineEnd(text, at), start + TEXT_MAX);
            start += isInside(text, start) ? 1 : 0;
            end -= isInside(text, end) ? 1 : 0;
            return new Match(of.where(), of.part(), text.substring(start, Math.max(start, end)), at - start);
        }

        private static int lineStart(String text, int at) {
            int start = at;
            while (start > 0 && !isBreak(text.charAt(start - 1))) {
                start--;
            }
            return start;
        }

        private static int lineEnd(String text, int at) {
            int end = at;
            while (end < text.length() && !isBreak(text.charAt(end))) {
                end++;
            }
            return end;
        }

        private static boolean isBreak(char c) {
            return c == '\n' || c == '\r';
        }

        /** Whether the position splits a surrogate pair. */
        private static boolean isInside(String text, int at) {
            return at > 0
                    && at < text.length()
                    && Character.isLowSurrogate(text.charAt(at))
                    && Character.isHighSurrogate(text.charAt(at - 1));
        }
    }
}
