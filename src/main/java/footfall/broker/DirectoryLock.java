package footfall.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * One footfall in one directory: the operating system's lock on {@code footfall.lock}, which names the
 * holder's pid. The lock goes with the process that holds it, however that ends; the file alone means
 * nothing.
 */
final class DirectoryLock implements AutoCloseable {
  static final String FILE = "footfall.lock";
  private static final int PID_BYTES_MAX = 20;
  private static final Set<StandardOpenOption> READ_WRITE = Set.of(StandardOpenOption.READ,
      StandardOpenOption.WRITE, StandardOpenOption.CREATE);

  /**
   * Directories locked by this process. An operating system keeps file locks by process, and drops them
   * when any channel on the file closes, so a second attempt from the same process must not even open the
   * file.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Takes the lock at once or says who holds it. The directory is a real path, so that one has one name. */
  static DirectoryLock take(Path directory) throws IOException {
    if (!HELD.add(directory)) {
      throw BrokerUnavailable.inUse(directory, "this process, pid " + pid());
    }
    try {
      return new DirectoryLock(directory, locked(directory));
    } catch (IOException | RuntimeException e) {
      HELD.remove(directory);
      throw e;
    }
  }

  private static FileChannel locked(Path directory) throws IOException {
    var channel = FileChannel.open(directory.resolve(FILE), READ_WRITE, OwnerOnly.file(directory));
    FileLock lock = null;
    try {
      lock = channel.tryLock();
      if (lock == null) {
        throw BrokerUnavailable.inUse(directory, "pid " + content(channel));
      }
      channel.truncate(0).write(ByteBuffer.wrap(Long.toString(pid()).getBytes(US_ASCII)), 0);
      return channel;
    } finally {
      if (lock == null) {
        channel.close();
      }
    }
  }

  private static String content(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(PID_BYTES_MAX);
    channel.read(bytes, 0);
    var text = new String(bytes.array(), 0, bytes.position(), US_ASCII).strip();
    return text.matches("\\d+") ? text : "unknown";
  }

  private static long pid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      HELD.remove(directory);
    }
  }
}
