package footfall.ship;

import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** This machine's disk, where something happens whenever a file is opened. */
final class OpeningDisk implements Disk {
    private final Disk disk = new LocalDisk();
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
        return disk.open(file);
    }

    @Override
    public List<Entry> list(Path folder) throws IOException {
        listed.add(folder);
        return disk.list(folder);
    }

    @Override
    public Entry stat(Path path) throws IOException {
        return disk.stat(path);
    }

    @Override
    public byte[] read(Path file) throws IOException {
        return disk.read(file);
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        disk.write(file, bytes);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        disk.move(from, to);
    }

    @Override
    public void force(Path folder) throws IOException {
        disk.force(folder);
    }
}
