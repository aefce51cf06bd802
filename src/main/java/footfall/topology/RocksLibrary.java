package footfall.topology;

import java.io.IOException;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * RocksDB's native library, 15 MB, loaded from a folder that keeps it. RocksDB itself unpacks it into the
 * temporary folder at every start, and a killed process leaves it there. Each build of the library has a
 * folder of its own, named by its size.
 */
final class RocksLibrary {
  private static final String IN_JAR = Environment.getJniLibraryFileName("rocksdb");

  /** The name that {@link RocksDB#loadLibrary(List)} looks for is not the one in the jar. */
  private static final String UNPACKED = Environment.getJniLibraryFileName("rocksdbjni");

  private static final String UNFINISHED = ".new";

  private RocksLibrary() {}

  /** Loads the library from below the folder; from the temporary one where that does not work. */
  static void load(Path folder) {
    try {
      RocksDB.loadLibrary(List.of(unpacked(folder).toString()));
    } catch (IOException | UnsatisfiedLinkError notFromThere) {
      RocksDB.loadLibrary(); // The disk may be full or run no programs, or the library be another system's.
    }
  }

  /** The folder with the library in it, which is unpacked when it is not there yet or not whole. */
  static Path unpacked(Path folder) throws IOException {
    var resource = RocksDB.class.getClassLoader().getResource(IN_JAR);
    if (resource == null) {
      throw new FileSystemException(IN_JAR);
    }
    var connection = resource.openConnection();
    long size = connection.getContentLengthLong();
    var home = Files.createDirectories(folder.resolve("rocksdb-" + size));
    clear(home);
    var library = home.resolve(UNPACKED);
    if (Files.notExists(library) || Files.size(library) != size) {
      unpack(connection, library);
    }
    return home;
  }

  /** The bytes are on the disk before the name is: a library cut short by a power failure crashes the JVM. */
  private static void unpack(URLConnection from, Path library) throws IOException {
    var half = Files.createTempFile(library.getParent(), UNPACKED, UNFINISHED);
    try (var bytes = from.getInputStream()) {
      Files.copy(bytes, half, StandardCopyOption.REPLACE_EXISTING);
      try (var written = FileChannel.open(half, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      Files.move(half, library, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /** Deletes what killed processes left; one that unpacks right now loads from the temporary folder. */
  private static void clear(Path home) throws IOException {
    try (var files = Files.newDirectoryStream(home, "*" + UNFINISHED)) {
      for (var file : files) {
        Files.deleteIfExists(file);
      }
    }
  }
}
