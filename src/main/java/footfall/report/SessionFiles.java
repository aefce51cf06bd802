package footfall.report;

import footfall.line.SessionId;
import footfall.tail.Excluded;
import footfall.tail.ExcludedProjects;
import footfall.tail.TranscriptPaths;
import footfall.tail.Transcripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Resolves a user's argument: a transcript by path, or a session in the homes by its ID or a unique prefix.
 * An argument with a separator or a transcript's extension is a path. Sessions are found by the lines in
 * files; if no line matches, by file name.
 */
public final class SessionFiles {
    private static final int CANDIDATES_MAX = 20;

    private final List<Path> homes;
    private final HomeSearch search;
    private final ExcludedProjects projects;

    /**
     * @param homes folders of agents, or single files; missing ones are skipped
     * @param threads that search them
     * @param projects that are excluded
     */
    public SessionFiles(List<Path> homes, int threads, int lineBytesMax, ExcludedProjects projects) {
        this.projects = projects;
        this.homes = List.copyOf(homes);
        this.search = new HomeSearch(threads, lineBytesMax);
    }

    /**
     * The selection. For a session, searches all transcripts of the homes and reports {@code progress}.
     *
     * @throws UserError when nothing matches, or several sessions do; then they are listed
     */
    public Selection find(String named, Reading.Progress progress) throws UserError, InterruptedException {
        if (named.isBlank()) {
            throw new UserError("session must not be empty; give a file or a session ID");
        }
        var path = path(named);
        if (path != null && (Files.isRegularFile(path) || isPath(named))) {
            return Selection.file(file(path));
        }
        return session(named, progress);
    }

    /** Null when it is not a valid path. */
    private static Path path(String named) {
        try {
            return Path.of(named);
        } catch (InvalidPathException noPath) {
            return null;
        }
    }

    /** Whether a name is a path and not the ID of a session. */
    public static boolean isPath(String named) {
        return named.indexOf('/') >= 0
                || named.indexOf('\\') >= 0
                || named.endsWith(".jsonl")
                || named.endsWith(".json")
                || named.endsWith(".zst");
    }

    private static Path file(Path path) throws UserError {
        if (Files.isDirectory(path)) {
            throw new UserError(path + " is a folder; name one transcript in it, or a session; "
                    + "'footfall sessions --from PATH' lists those of a folder");
        } else if (TranscriptPaths.isDatabase(path)) {
            throw new UserError(path + " is a database of many sessions; name a session, and add --from " + path);
        } else if (!Files.exists(path) && !TranscriptPaths.isInDatabase(path)) {
            throw new UserError(path + " does not exist; name a transcript or a session ID");
        }
        return path;
    }

    private Selection session(String named, Reading.Progress progress) throws UserError, InterruptedException {
        var there = homes.stream().filter(Files::exists).toList();
        if (there.isEmpty()) {
            throw new UserError("cannot look up a session: " + listed(homes) + (homes.size() == 1 ? " does" : " do")
                    + " not exist; name a file");
        }
        var unseen = new ArrayList<Reading.Unreadable>();
        var below = below(there, unseen);
        var files = below.files();
        var found = search.of(named, files, unseen, progress);
        if (found.containsKey(named)) {
            found.keySet().retainAll(List.of(named));
        }
        if (found.size() > 1) {
            throw new UserError(found.size() + " session IDs start with " + named + ":\n"
                    + candidates(found.entrySet().stream()
                            .map(one -> one.getKey() + "  "
                                    + representative(
                                            one.getKey(), one.getValue().files()))
                            .toList())
                    + "\ngive a longer prefix, or name a file");
        } else if (found.isEmpty()) {
            return called(named, below, there, unseen);
        }
        var session = found.firstEntry();
        var where = session.getValue();
        mainsAreSeen(session.getKey(), where.files(), unseen);
        return new Selection(
                new SessionId(session.getKey()), where.files(), where.effective(), unseen, below.excluded());
    }

    /** One of the files: the one named after the session, else one of a main agent. */
    private static Path representative(String session, List<Path> files) {
        var mains = files.stream().filter(Selection::isMain).toList();
        return mains.stream()
                .filter(file -> isNamed(session, file))
                .findFirst()
                .orElse(mains.isEmpty() ? files.get(0) : mains.get(0));
    }

    private static boolean isNamed(String session, Path file) {
        return TranscriptPaths.name(file).source().session().value().equals(session);
    }

    /** Transcripts of homes, and what was excluded. */
    private record Candidates(List<Path> files, Excluded excluded) {}

    private Candidates below(List<Path> homes, List<Reading.Unreadable> unseen) throws UserError {
        var files = new LinkedHashSet<Path>();
        var excluded = Excluded.NONE;
        for (var home : homes) {
            try {
                var below = Transcripts.below(home, projects);
                excluded = excluded.and(below.excluded());
                files.addAll(below.files());
                unseen.addAll(TranscriptList.unread(below));
            } catch (IOException why) {
                throw new UserError("cannot search " + home + ": " + FailureReason.of(why) + "; name a file", why);
            }
        }
        return new Candidates(List.copyOf(files), excluded);
    }

    /** Fails when the main transcript cannot be read, because the report would be incomplete. */
    private static void mainsAreSeen(String session, List<Path> files, List<Reading.Unreadable> unseen)
            throws UserError {
        if (files.stream().anyMatch(Selection::isMain)) {
            return;
        }
        for (var one : unseen) {
            if (Selection.isMain(one.path()) && isNamed(session, one.path())) {
                throw new UserError(one.message());
            }
        }
    }

    /** No line names such a session: finds files by name; of duplicate files, the longest. */
    private Selection called(String named, Candidates below, List<Path> homes, List<Reading.Unreadable> unseen)
            throws UserError {
        var called =
                below.files().stream().filter(file -> isCalled(named, file)).toList();
        var paths = called.size() < 2 ? called : distinctFiles(called);
        if (paths.isEmpty()) {
            var unreadable = unseen.isEmpty()
                    ? ""
                    : " (cannot read "
                            + listed(unseen.stream()
                                    .map(Reading.Unreadable::path)
                                    .limit(CANDIDATES_MAX)
                                    .toList()) + ")";
            var left = below.excluded().isEmpty() ? "" : " (" + below.excluded().counted() + " not searched)";
            throw new UserError("no session ID starts with " + named + " in " + listed(homes) + unreadable + left
                    + "; name a file, or other folders with --from PATH");
        } else if (paths.size() > 1) {
            throw new UserError(paths.size() + " transcripts have a name that starts with "
                    + "" + named + ":\n" + candidates(paths)
                    + "\ngive a longer prefix, or name a file");
        }
        return Selection.file(paths.get(0));
    }

    private static boolean isCalled(String named, Path file) {
        var source = TranscriptPaths.name(file).source();
        return source.agent() == null && source.session().value().startsWith(named);
    }

    /** Each file once. Files that cannot be opened come last; the reader reports them. */
    private List<Path> distinctFiles(List<Path> paths) {
        var there = TranscriptList.at(paths, projects).once();
        var once = new ArrayList<Path>();
        there.files().forEach(file -> once.add(file.path()));
        there.unreadable().forEach(file -> once.add(file.path()));
        return once.isEmpty() ? paths.subList(0, 1) : once;
    }

    private static String candidates(List<?> all) {
        var shown = all.stream().limit(CANDIDATES_MAX).map(one -> "  " + one).collect(Collectors.joining("\n"));
        int more = all.size() - CANDIDATES_MAX;
        return more > 0 ? shown + "\n  and " + more + " more" : shown;
    }

    private static String listed(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    /** Searches many transcripts for sessions, on several threads with one chunk of one file each. */
    private record HomeSearch(int threads, int lineBytesMax) {
        /**
         * The files of a session, and those of them in which one of its lines has an effect, in the given order.
         */
        record SessionMatch(List<Path> files, List<Path> effective) {
            private static SessionMatch nowhere() {
                return new SessionMatch(new ArrayList<>(), new ArrayList<>());
            }
        }

        /** By session ID with this prefix. Adds unreadable files to {@code unseen}. */
        TreeMap<String, SessionMatch> of(
                String beginning, List<Path> files, List<Reading.Unreadable> unseen, Reading.Progress progress)
                throws InterruptedException {
            var search = new SessionSearch(beginning, lineBytesMax);
            var met = new TreeMap<String, SessionMatch>();
            for (var one : files(search, files, progress)) {
                if (one.why() != null) {
                    unseen.add(Reading.Unreadable.of(one.path(), one.why()));
                } else {
                    addMatches(one.path(), one.made(), met);
                }
            }
            met.values().removeIf(where -> where.effective().isEmpty());
            return met;
        }

        private static void addMatches(Path file, SessionSearch.Found found, TreeMap<String, SessionMatch> met) {
            found.all()
                    .forEach(session -> met.computeIfAbsent(session, none -> SessionMatch.nowhere())
                            .files()
                            .add(file));
            found.effective().forEach(session -> met.get(session).effective().add(file));
        }

        private List<History.ParallelFiles.Result<SessionSearch.Found>> files(
                SessionSearch search, List<Path> files, Reading.Progress progress) throws InterruptedException {
            return new History.ParallelFiles(threads).each(files, progress, search::in);
        }
    }
}
