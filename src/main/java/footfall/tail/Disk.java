package footfall.tail;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * What the tail asks of a file system, so that a test can have one that fails on command. A symbolic link is
 * {@link Kind#LINK} and is never opened; only the folders above a path that somebody named may be links.
 * Every method throws {@link java.nio.file.NoSuchFileException} where there is nothing, and {@link
 * java.nio.file.AccessDeniedException} where rights are missing.
 */
public interface Disk {
  /** What stands at a path. */
  enum Kind {
    FILE,
    FOLDER,
    LINK,
    OTHER
  }

  /** {@code modifiedMs} since 1970; {@code size} in bytes. */
  record Entry(Path path, Kind kind, long size, long modifiedMs) {}

  /** A file open for reading. */
  interface Opened extends Closeable {
    long size() throws IOException;

    /** Reads at an offset in bytes; how many, -1 at the end. */
    int read(ByteBuffer into, long at) throws IOException;
  }

  /** What is in a folder, in no order. What went away meanwhile is left out. */
  List<Entry> list(Path folder) throws IOException;

  Entry stat(Path path) throws IOException;

  Opened open(Path file) throws IOException;

  /** What a path leads to that somebody named, or where an agent puts its transcripts: links are followed. */
  default Path real(Path named) throws IOException {
    return named.toRealPath();
  }

  /** All bytes of a file of footfall's own. */
  byte[] read(Path file) throws IOException;

  /** Makes or fills a file that its owner alone may read; it is on the disk when this returns. */
  void write(Path file, byte[] bytes) throws IOException;

  /** Renames in one step, over what is there. */
  void move(Path from, Path to) throws IOException;

  /** Has a folder's names on the disk when it returns. */
  void force(Path folder) throws IOException;
}
