package footfall.tail;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A disk that hides the transcripts that a {@link ProjectCheck} excludes or defers. The check uses the opened
 * file, so a file that was replaced after the scan is checked again.
 */
record GuardedDisk(Disk disk, ProjectCheck check) implements Disk {
    @Override
    public Opened open(Path file) throws IOException {
        var opened = disk.open(file);
        boolean isRead = false;
        try {
            isRead = check.of(file, opened) == ProjectCheck.Verdict.READ;
        } finally {
            if (!isRead) {
                opened.close();
            }
        }
        if (!isRead) {
            throw new NoSuchFileException(file.toString());
        }
        return opened;
    }

    @Override
    public List<Entry> list(Path folder) throws IOException {
        return disk.list(folder);
    }

    @Override
    public Entry stat(Path path) throws IOException {
        return disk.stat(path);
    }

    @Override
    public Path real(Path named) throws IOException {
        return disk.real(named);
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
