package footfall.ship;

import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** This machine's disk, where something happens whenever a file is opened. */
final class OpeningDisk extends LocalDisk {
    private final Map<Path, Integer> opened = new ConcurrentHashMap<>();
    final Set<Path> listed = ConcurrentHashMap.newKeySet();
    volatile Opening opening = (path, before) -> {};

    /** {@code before}: how often the file was opened before. */
    interface Opening {
        void of(Path path, int before) throws IOException;
    }

    @Override
    public Opened open(Path file) throws IOException {
        opening.of(file, opened.merge(file, 1, Integer::sum) - 1);
        return super.open(file);
    }

    @Override
    public List<Entry> list(Path folder) throws IOException {
        listed.add(folder);
        return super.list(folder);
    }
}
