package footfall.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Searches many transcripts for sessions, on several threads with one chunk of one file each. */
final class HomeSearch {
    private final int threads;
    private final int lineBytesMax;

    HomeSearch(int threads, int lineBytesMax) {
        this.threads = threads;
        this.lineBytesMax = lineBytesMax;
    }

    private record Sized(Path path, long bytes) {
        static Sized of(Path path) {
            try {
                return new Sized(path, Files.size(path));
            } catch (IOException gone) {
                return new Sized(path, 0);
            }
        }
    }

    /**
     * The files of a session, and those of them in which one of its lines has an effect, in the given order.
     */
    record SessionMatch(List<Path> files, List<Path> effective) {
        private static SessionMatch nowhere() {
            return new SessionMatch(new ArrayList<>(), new ArrayList<>());
        }
    }

    private record SearchedFile(Path path, SessionSearch.Found found, IOException why) {}

    /** By session ID with this prefix. Adds unreadable files to {@code unseen}. */
    TreeMap<String, SessionMatch> of(
            String beginning, List<Path> files, List<Reading.Unreadable> unseen, Reading.Progress progress)
            throws InterruptedException {
        var search = new SessionSearch(beginning, lineBytesMax);
        var met = new TreeMap<String, SessionMatch>();
        for (var one : looked(search, files, progress)) {
            if (one.why() != null) {
                unseen.add(Reading.Unreadable.of(one.path(), one.why()));
            } else {
                addMatches(one.path(), one.found(), met);
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

    /** Largest files first, so that threads finish together. */
    private List<SearchedFile> looked(SessionSearch search, List<Path> files, Reading.Progress progress)
            throws InterruptedException {
        var sized = files.stream().map(Sized::of).toList();
        progress.total(sized.stream().mapToLong(Sized::bytes).sum());
        var workers = Executors.newFixedThreadPool(threads, task -> {
            var thread = new Thread(task, "search");
            thread.setDaemon(true);
            return thread;
        });
        try {
            var under = new TreeMap<Path, Future<SearchedFile>>();
            sized.stream()
                    .sorted(Comparator.comparingLong(Sized::bytes).reversed())
                    .forEach(one -> under.put(one.path(), workers.submit(() -> search(search, one, progress))));
            var looked = new ArrayList<SearchedFile>();
            for (var path : files) {
                looked.add(under.get(path).get());
            }
            return looked;
        } catch (ExecutionException bug) {
            throw bug.getCause() instanceof NoMemory full
                    ? full
                    : new IllegalStateException("searching failed", bug.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private static SearchedFile search(SessionSearch search, Sized file, Reading.Progress progress) {
        try {
            var found = search.in(file.path(), file.bytes(), bytes -> {
                synchronized (progress) {
                    progress.read(bytes);
                }
            });
            return new SearchedFile(file.path(), found, null);
        } catch (IOException why) {
            return new SearchedFile(file.path(), null, why);
        } catch (OutOfMemoryError full) {
            throw NoMemory.in(file.path(), 1, full);
        }
    }
}
