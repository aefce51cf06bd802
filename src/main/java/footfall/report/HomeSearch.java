package footfall.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Searches many transcripts for sessions, on several threads with one chunk of one file each. */
final class HomeSearch {
    private final int threads;
    private final int lineBytesMax;

    HomeSearch(int threads, int lineBytesMax) {
        this.threads = threads;
        this.lineBytesMax = lineBytesMax;
    }

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

    private List<ParallelFiles.Result<SessionSearch.Found>> files(
            SessionSearch search, List<Path> files, Reading.Progress progress) throws InterruptedException {
        return new ParallelFiles(threads).each(files, progress, search::in);
    }
}
