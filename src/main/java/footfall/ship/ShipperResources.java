package footfall.ship;

import footfall.folder.FolderInUse;
import footfall.folder.FolderLock;
import footfall.folder.OwnerOnly;
import footfall.tail.FolderWatch;
import java.io.IOException;
import java.nio.file.Path;

/** What a shipper has of the system while it runs: its folder, which no other has, and a watch of folders. */
record ShipperResources(FolderLock lock, FolderWatch watch) implements AutoCloseable {
    private static final String LOCK = "ship.lock";

    /** Has the system watch folders. */
    interface Watching {
        FolderWatch begin() throws IOException;
    }

    /** Both or none; {@link ShipperFailed} says which is not to be had, and the way out. */
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
            return FolderLock.acquire(folder, LOCK);
        } catch (FolderInUse held) {
            throw new ShipperFailed(
                    folder.resolve(LOCK) + " is locked by another shipper (" + held.holder()
                            + "); stop it, or choose another folder with --set data_dir=DIR",
                    held);
        } catch (IOException why) {
            throw new ShipperFailed(
                    "cannot read or create " + folder.resolve(LOCK) + ": " + why.getMessage()
                            + "; choose another folder with --set data_dir=DIR",
                    why);
        }
    }

    @Override
    public void close() throws IOException {
        try (lock;
                watch) {
            // Both are let go of, whatever becomes of the other.
        }
    }
}
