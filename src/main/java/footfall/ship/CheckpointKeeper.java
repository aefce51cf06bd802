package footfall.ship;

import java.io.IOException;

/** Stores a checkpoint, so that a later start finds it. */
public interface CheckpointKeeper {
    void save(Checkpoint checkpoint) throws IOException;
}
