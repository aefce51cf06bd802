package footfall.ship;

import footfall.line.FileId;
import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Recognizes a file that is missing at the path where it was shipped and found at another one: it has the same
 * name in its id and the same first line. Only what was not shipped before is shipped from there.
 */
final class MovedFiles {
    private final Checkpoint state;
    private final Disk disk;
    private final Map<String, Path> missing = new HashMap<>();

    MovedFiles(Checkpoint state, Disk disk) {
        this.state = state;
        this.disk = disk;
        for (var path : state.goneSinceMs().keySet()) {
            var entry = state.entries().get(path);
            if (entry != null && !entry.cursor().isStart()) {
                missing.put(entry.cursor().file().name(), path);
            }
        }
    }

    /** Where to start: of a file that was moved, where it was left at its former path. */
    Checkpoint.Entry entry(NewFiles.NewFile file) {
        var name = name(file);
        var former = missing.get(name);
        if (former == null || !isSame(state.entries().get(former), file.path())) {
            return Checkpoint.Entry.start(Cursor.start(name, 0));
        }
        missing.remove(name);
        state.goneSinceMs().remove(former);
        var entry = state.entries().remove(former);
        state.entries().put(file.path(), entry);
        return entry;
    }

    /** The name in the ID of a file. A file that cannot be read now has that of its path. */
    private String name(NewFiles.NewFile file) {
        var named = file.name();
        return file.dialect().isIdInName(named)
                ? named.word()
                : id(file.path()).map(FileId::name).orElse(named.word());
    }

    private boolean isSame(Checkpoint.Entry entry, Path path) {
        var hash = entry.cursor().file().firstLineHash();
        return id(path).filter(id -> id.firstLineHash().equals(hash)).isPresent();
    }

    private Optional<FileId> id(Path path) {
        try {
            return Optional.ofNullable(Transcript.open(path, disk.open(path))).map(Transcript::id);
        } catch (IOException unreadableOrGone) {
            return Optional.empty();
        }
    }
}
