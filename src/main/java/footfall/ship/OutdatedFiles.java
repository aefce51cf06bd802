package footfall.ship;

import footfall.line.Dialect;
import footfall.tail.Disk;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files that an older version of their reader read, in groups with sessions in common, because a trail is read again as
 * a whole: those that changed last first. Without groups that are older than the records of their turns, and without
 * those of which the file of a main agent is gone, because its turns could not be sent again.
 */
final class OutdatedFiles {
    private final Deque<Group> groups = new ArrayDeque<>();
    private final Map<Path, Group> byPath = new HashMap<>();
    private final Map<String, Group> bySession = new HashMap<>();

    /** {@code entry}: null if it does not exist. {@code sessions}: those of its lines. */
    record Outdated(Path path, Disk.Entry entry, Dialect dialect, Set<String> sessions) {
        private boolean isGoneMainFile() {
            return entry == null && TranscriptPaths.name(path, dialect).source().agent() == null;
        }
    }

    static final class Group {
        private final List<Outdated> files = new ArrayList<>();
        private final Set<String> sessions = new HashSet<>();

        private long changedMs() {
            return files.stream()
                    .mapToLong(file -> file.entry == null ? 0 : file.entry.modifiedMs())
                    .max()
                    .orElse(0);
        }

        /** Its existing files, in the order in which new ones are read. */
        List<Path> paths(Disk disk) {
            var heads = new HashMap<Path, Transcript.Order>();
            for (var file : files) {
                try {
                    var head = file.entry == null ? null : Transcript.open(file.path, disk.open(file.path));
                    if (head != null) {
                        heads.put(file.path, head.order());
                    }
                } catch (IOException unreadable) {
                    // It stays as it is until the next start.
                }
            }
            return heads.keySet().stream()
                    .sorted(Comparator.comparing(heads::get))
                    .toList();
        }
    }

    /** {@code sinceMs}: turns of files that changed before it are not kept. */
    OutdatedFiles(List<Outdated> files, long sinceMs) {
        files.forEach(this::add);
        var all = new ArrayList<>(new HashSet<>(byPath.values()));
        all.sort(Comparator.comparing(Group::changedMs).reversed());
        for (var group : all) {
            if (group.changedMs() >= sinceMs && group.files.stream().noneMatch(Outdated::isGoneMainFile)) {
                groups.add(group);
            } else {
                forget(group);
            }
        }
    }

    private void add(Outdated file) {
        var group = new Group();
        group.files.add(file);
        group.sessions.addAll(file.sessions);
        for (var session : file.sessions) {
            var other = bySession.get(session);
            group = other == null || other == group ? group : joined(group, other);
        }
        for (var one : group.sessions) {
            bySession.put(one, group);
        }
        byPath.put(file.path, group);
    }

    private Group joined(Group one, Group other) {
        var large = one.files.size() < other.files.size() ? other : one;
        var small = large == one ? other : one;
        large.files.addAll(small.files);
        large.sessions.addAll(small.sessions);
        small.files.forEach(file -> byPath.put(file.path, large));
        small.sessions.forEach(session -> bySession.put(session, large));
        return large;
    }

    /** The group of a file; null if it is not outdated. */
    Group of(Path path) {
        return byPath.get(path);
    }

    /** The group with lines of a session; null for none. */
    Group of(String session) {
        return bySession.get(session);
    }

    /** The next group; null at the end. */
    Group next() {
        return groups.peek();
    }

    /** The group is read again now. */
    void take(Group group) {
        groups.remove(group);
        forget(group);
    }

    private void forget(Group group) {
        group.files.forEach(file -> byPath.remove(file.path));
        group.sessions.forEach(bySession::remove);
    }

    /** The number of files that are still to be read again. */
    int count() {
        return byPath.size();
    }
}
