package footfall.ship;

import footfall.tail.Disk;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file of a checkpoint, readable by its owner only. Written to a temporary file, flushed, renamed, and
 * the folder flushed: after a crash, the file is the old checkpoint or the new one.
 */
public final class CheckpointFile {
    private final Disk disk;
    private final Path path;

    public CheckpointFile(Disk disk, Path path) {
        this.disk = disk;
        this.path = path;
    }

    /**
     * The result of loading a checkpoint. {@code refused}: why the file cannot be used; null if it can, or if
     * there is none. {@code isNew}: no checkpoint of the target was stored here. A damaged file may have been
     * one.
     */
    public record Loaded(Checkpoint checkpoint, String refused, boolean isNew) {}

    /** @throws ShipperFailed when another version of footfall wrote it */
    public Loaded load(String target) throws IOException {
        byte[] bytes;
        try {
            bytes = disk.read(path);
        } catch (NoSuchFileException none) {
            return new Loaded(Checkpoint.empty(target), null, true);
        }
        var read = read(bytes);
        if (read.isEmpty()) {
            return new Loaded(Checkpoint.empty(target), path + " is damaged", false);
        }
        if (!read.get().target().equals(target)) {
            return new Loaded(Checkpoint.empty(target), path + " belongs to another Kafka cluster", true);
        }
        return new Loaded(read.get(), null, false);
    }

    /**
     * Loads a checkpoint of any target; returns an empty one if the file is missing or damaged.
     *
     * @throws ShipperFailed when another version of footfall wrote it
     */
    public Checkpoint any() throws IOException {
        try {
            return read(disk.read(path)).orElseGet(() -> Checkpoint.empty(""));
        } catch (NoSuchFileException none) {
            return Checkpoint.empty("");
        }
    }

    private Optional<Checkpoint> read(byte[] bytes) {
        int version = CheckpointBytes.version(bytes).orElse(CheckpointBytes.VERSION);
        if (version != CheckpointBytes.VERSION) {
            throw ShipperFailed.otherVersion(path, version);
        }
        return CheckpointBytes.read(bytes);
    }

    public void save(Checkpoint checkpoint) throws IOException {
        var half = path.resolveSibling(path.getFileName() + ".new");
        disk.write(half, CheckpointBytes.write(checkpoint));
        disk.move(half, path);
        disk.force(path.getParent());
    }
}
