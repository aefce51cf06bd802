package footfall.ship;

import footfall.tail.LocalDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * One shipper in one folder: the operating system's lock on {@code ship.lock}. It goes with the process that
 * holds it, however that ends; the file alone means nothing.
 */
final class FolderLock implements AutoCloseable {
  private static final Set<StandardOpenOption> READ_WRITE =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Makes the folder, for its owner alone, and takes the lock at once or says who holds it. */
  static FolderLock take(Path folder) {
    var file = folder.resolve("ship.lock");
    try {
      LocalDisk.makeOwnFolder(folder);
      var channel = FileChannel.open(file, READ_WRITE, LocalDisk.ownerOnly());
      if (!isLocked(channel)) {
        channel.close();
        throw new ShipperFailed("another shipper holds " + file
            + "; stop that one (footfall ship --status tells its pid), or take another folder with data_dir",
            null);
      }
      var pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
      channel.truncate(0).write(ByteBuffer.wrap(pid), 0);
      return new FolderLock(channel);
    } catch (IOException why) {
      throw new ShipperFailed("cannot keep " + file + ": " + why.getMessage()
          + "; choose another folder with data_dir", why);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException ours) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
