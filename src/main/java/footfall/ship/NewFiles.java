package footfall.ship;

import footfall.line.Dialect;
import footfall.line.TranscriptName;
import footfall.tail.Disk;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** New non-empty files of one scan, in reading order. */
final class NewFiles {
    /** Data read ahead of a file stays in memory until all files of its part are taken. */
    private static final int PART_FILES = 1_000;

    private final Deque<Part> left = new ArrayDeque<>();
    private List<NewFile> found = new ArrayList<>();
    private List<NewFile> part = List.of();
    private final FileCounts agents = new FileCounts();
    private long bytes;

    /**
     * The minimum needed to order and check the files, because there may be a million. {@code firstAt} and
     * {@code sessionHead}: only until they are ordered.
     */
    record NewFile(
            Path folder, String file, long size, long modifiedMs, Dialect dialect, Instant firstAt, long sessionHead) {
        private static final int HEAD_CHARS = 4;

        /** That of {@link Transcript#ORDER}. */
        static final Comparator<NewFile> ORDER = Comparator.comparing(
                        NewFile::firstAt, Comparator.nullsLast(Comparator.naturalOrder()))
                .thenComparing(NewFile::sessionHead, Long::compareUnsigned)
                .thenComparing(file -> file.name().source().session().value())
                .thenComparing(file -> file.path().toString());

        /** {@code folder}: one object for all files in it. Only an ASCII name surely has the bytes of the string. */
        static NewFile of(Path folder, Disk.Entry entry, Transcript head) {
            var source = head.source();
            var session = source.session().value();
            long first = 0;
            for (int i = 0; i < HEAD_CHARS; i++) {
                first = first << Character.SIZE | (i < session.length() ? session.charAt(i) : 0);
            }
            var name = entry.path().getFileName().toString();
            boolean isAscii = name.chars().allMatch(c -> c < 0x80);
            var start = isAscii ? folder : entry.path();
            var rest = isAscii ? name : "";
            return new NewFile(start, rest, entry.size(), entry.modifiedMs(), source.dialect(), head.firstAt(), first);
        }

        Path path() {
            return folder.resolve(file);
        }

        Disk.Entry entry() {
            return new Disk.Entry(path(), Disk.Kind.FILE, size, modifiedMs);
        }

        TranscriptName name() {
            return TranscriptPaths.name(path(), dialect);
        }
    }

    /** Ordered files, in about 70 bytes each; {@code names} are separated by slashes. */
    private record Part(Path[] folders, String names, long[] sizes, long[] modifiedMs, Dialect[] dialects) {
        static Part of(List<NewFile> files) {
            return new Part(
                    files.stream().map(NewFile::folder).toArray(Path[]::new),
                    files.stream().map(NewFile::file).collect(Collectors.joining("/")),
                    files.stream().mapToLong(NewFile::size).toArray(),
                    files.stream().mapToLong(NewFile::modifiedMs).toArray(),
                    files.stream().map(NewFile::dialect).toArray(Dialect[]::new));
        }

        List<NewFile> files() {
            var name = names.split("/", -1);
            return IntStream.range(0, folders.length)
                    .mapToObj(i -> new NewFile(folders[i], name[i], sizes[i], modifiedMs[i], dialects[i], null, 0))
                    .toList();
        }
    }

    /** Adds the unknown files of one folder; returns the known ones. {@code unread} records unreadable files. */
    List<Disk.Entry> add(List<Disk.Entry> entries, Set<Path> known, Disk disk, UnreadableFiles unread) {
        var rest = new ArrayList<Disk.Entry>();
        var folder = entries.isEmpty() ? null : entries.get(0).path().getParent();
        for (var entry : entries) {
            var path = entry.path();
            if (known.contains(path)) {
                rest.add(entry);
                continue;
            }
            try {
                var head = Transcript.open(path, disk.open(path));
                if (head != null) {
                    found.add(NewFile.of(folder, entry, head));
                }
            } catch (IOException why) {
                unread.file(path, why);
            }
        }
        return rest;
    }

    /** After all were added. */
    NewFiles sorted() {
        found.sort(NewFile.ORDER);
        var next = new ArrayList<NewFile>();
        Path last = null;
        for (int i = 0; i < found.size(); i++) {
            var file = found.set(i, null); // Packed, it is no longer needed.
            var path = file.path();
            if (!path.equals(last)) { // Two homes may contain it.
                next.add(file);
            }
            last = path;
            if (next.size() == PART_FILES) {
                keep(next, left::add);
                next.clear();
            }
        }
        keep(next, left::add);
        found = null;
        return this;
    }

    private void keep(List<NewFile> files, Consumer<Part> place) {
        if (!files.isEmpty()) {
            place.accept(Part.of(files));
            count(files, 1);
        }
    }

    private void count(List<NewFile> files, int times) {
        files.forEach(file -> agents.add(file.dialect(), times));
        bytes += times * files.stream().mapToLong(NewFile::size).sum();
    }

    /** The next part; empty at the end. */
    List<NewFile> next() {
        part = left.isEmpty() ? List.of() : left.remove().files();
        count(part, -1);
        return part;
    }

    /** Puts the files of the last part back that must be shipped again. */
    void back(Predicate<NewFile> isAgain) {
        keep(part.stream().filter(isAgain).toList(), left::push);
        part = List.of();
    }

    /** Number of remaining files. */
    int count() {
        return agents.sum();
    }

    FileCounts agents() {
        return agents;
    }

    /** Total bytes of the remaining files. */
    long bytes() {
        return bytes;
    }

    /** Numbers of files by agent. Not thread-safe. */
    static final class FileCounts {
        private final Map<Dialect, int[]> counts = new HashMap<>();

        void add(Dialect agent, int files) {
            counts.computeIfAbsent(agent, none -> new int[1])[0] += files;
        }

        /** The sums of both. */
        FileCounts and(FileCounts others) {
            var sums = new FileCounts();
            counts.forEach((agent, files) -> sums.add(agent, files[0]));
            others.counts.forEach((agent, files) -> sums.add(agent, files[0]));
            return sums;
        }

        int sum() {
            return counts.values().stream().mapToInt(files -> files[0]).sum();
        }

        /** Of agents that have files, by their words. */
        Map<String, Integer> byAgent() {
            var words = new TreeMap<String, Integer>();
            counts.forEach((agent, files) -> {
                if (files[0] > 0) {
                    words.put(agent.word(), files[0]);
                }
            });
            return words;
        }
    }
}
