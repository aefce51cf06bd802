package footfall.ship;

import footfall.folder.FolderInUse;
import footfall.folder.FolderLock;
import footfall.folder.OwnerOnly;
import footfall.tail.FolderWatch;
import java.io.IOException;
import java.nio.file.Path;

/** The resources of a running shipper: the lock of its folder, and a watch of transcript folders. */
record ShipperResources(FolderLock lock, FolderWatch watch) implements AutoCloseable {

    /** Creates a watch of folders. */
    interface Watching {
        FolderWatch begin() throws IOException;
    }

    /** Acquires both or none; otherwise throws {@link ShipperFailed} with the remedy. */
    static ShipperResources acquire(Path folder, Watching watching) {
        var lock = locked(folder);
        try {
            return new ShipperResources(lock, watching.begin());
        } catch (IOException why) {
            lock.close();
            throw ShipperFailed.unwatched(why);
        }
    }

    private static FolderLock locked(Path folder) {
        try {
            OwnerOnly.folder(folder);
            return FolderLock.acquire(folder, ShipperSettings.LOCK);
        } catch (FolderInUse held) {
            throw new ShipperFailed(
                    folder.resolve(ShipperSettings.LOCK) + " is locked by another shipper (" + held.holder()
                            + "); stop it, or choose another folder with --set data_dir=DIR",
                    held);
        } catch (IOException why) {
            throw new ShipperFailed(
                    "cannot read or create " + folder.resolve(ShipperSettings.LOCK) + ": " + why.getMessage()
                            + "; choose another folder with --set data_dir=DIR",
                    why);
        }
    }

    @Override
    public void close() throws IOException {
        try (lock;
                watch) {
            // Closes both, even if one of them fails.
        }
    }
}
