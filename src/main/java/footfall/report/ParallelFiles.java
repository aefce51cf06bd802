package footfall.report;

import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;

/** Processes many files on several threads, each file on one of them. */
record ParallelFiles(int threads) {
    /** Processes one file. */
    interface Task<T> {
        /** {@code read} receives the bytes that were read, in total {@code size}. */
        T of(Path file, long size, LongConsumer read) throws IOException;
    }

    /** What a task made of a file, or why it could not read it; the other is null. */
    record Result<T>(Path path, T made, IOException why) {}

    private record Sized(Path path, long bytes) {
        static Sized of(Path path) {
            try {
                return new Sized(path, TranscriptPaths.size(path));
            } catch (IOException gone) {
                return new Sized(path, 0);
            }
        }
    }

    /** The results in the order of the files. The largest files come first, so that threads finish together. */
    <T> List<Result<T>> each(List<Path> files, Reading.Progress progress, Task<T> task) throws InterruptedException {
        var sized = files.stream().map(Sized::of).toList();
        progress.total(sized.stream().mapToLong(Sized::bytes).sum());
        var workers = Executors.newFixedThreadPool(threads, work -> {
            var thread = new Thread(work, "search");
            thread.setDaemon(true);
            return thread;
        });
        try {
            var under = new HashMap<Path, Future<Result<T>>>();
            sized.stream()
                    .sorted(Comparator.comparingLong(Sized::bytes).reversed())
                    .forEach(one -> under.put(one.path(), workers.submit(() -> result(one, progress, task))));
            var results = new ArrayList<Result<T>>();
            for (var path : files) {
                results.add(under.get(path).get());
            }
            return results;
        } catch (ExecutionException bug) {
            throw bug.getCause() instanceof NoMemory full
                    ? full
                    : new IllegalStateException("searching failed", bug.getCause());
        } finally {
            workers.shutdownNow();
        }
    }

    private static <T> Result<T> result(Sized file, Reading.Progress progress, Task<T> task) {
        try {
            var made = task.of(file.path(), file.bytes(), bytes -> {
                synchronized (progress) {
                    progress.read(bytes);
                }
            });
            return new Result<>(file.path(), made, null);
        } catch (IOException why) {
            return new Result<>(file.path(), null, why);
        } catch (OutOfMemoryError full) {
            throw NoMemory.in(file.path(), 1, full);
        }
    }
}
