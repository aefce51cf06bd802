package footfall.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.util.Native;

/**
 * The native library of lz4 compression, loaded from a folder of footfall. By itself it is unpacked into
 * the temporary folder at every start, and a killed process leaves it there.
 */
public final class Lz4Library {
  private static final String TEMPORARY = "java.io.tmpdir";

  private Lz4Library() {}

  /**
   * Unpacks it into {@code folder/lz4}, loads it and deletes what was unpacked. If that fails, Kafka loads it
   * from the temporary folder. To be called before Kafka reads or writes its first record.
   */
  public static void load(Path folder) {
    if (Native.isLoaded()) {
      return;
    }
    var temporary = System.getProperty(TEMPORARY);
    try {
      var home = folder.resolve("lz4");
      OwnerOnly.newFolder(home);
      System.setProperty(TEMPORARY, home.toString());
      LZ4Factory.fastestInstance();
      clear(home);
    } catch (IOException notFromThere) {
      // The disk is full, or the system does not delete a library that is loaded: the next start does.
    } finally {
      System.setProperty(TEMPORARY, temporary);
    }
  }

  private static void clear(Path home) throws IOException {
    try (var files = Files.list(home)) {
      for (var file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
