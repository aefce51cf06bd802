package footfall.ship;

import footfall.tail.Cursor;
import footfall.tail.Disk;
import footfall.tail.Transcript;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

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
    CheckpointEntry entry(NewFiles.NewFile file) {
        var name = file.name().word();
        var former = missing.get(name);
        if (former == null || !isSame(state.entries().get(former), file.path())) {
            return CheckpointEntry.start(Cursor.start(name, 0));
        }
        missing.remove(name);
        state.goneSinceMs().remove(former);
        var entry = state.entries().remove(former);
        state.entries().put(file.path(), entry);
        return entry;
    }

    private boolean isSame(CheckpointEntry entry, Path path) {
        try {
            var opened = Transcript.open(path, disk.open(path));
            return opened != null
                    && opened.id().firstLineHash().equals(entry.cursor().file().firstLineHash());
        } catch (IOException unreadableOrGone) {
            return false;
        }
    }
}
