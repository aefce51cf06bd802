package footfall.run;

import footfall.folder.OwnerOnly;
import footfall.redact.Identity;
import footfall.report.Unable;
import footfall.report.Why;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/** This machine and its user, as the team may see them. */
final class WhoAmI {
  private static final String KEY_FILE = "identity.key";
  private static final int KEY_BYTES = 32;

  private WhoAmI() {}

  /** The key of pseudonyms is made once and kept in the data folder, readable by its owner only. */
  static Identity identity(Identity.Rules rules, Path data) throws Unable {
    return Identity.of(HostName.ofThisMachine(), System.getProperty("user.name"), rules, key(data));
  }

  private static byte[] key(Path data) throws Unable {
    var file = data.resolve(KEY_FILE);
    try {
      if (!Files.exists(file)) {
        create(data, file);
      }
      var key = Files.readAllBytes(file);
      if (key.length == 0) {
        throw new Unable(file + " is empty; delete it to create a new key, which changes all "
            + "pseudonyms", null);
      }
      return key;
    } catch (IOException why) {
      throw new Unable("cannot keep " + file + ": " + Why.of(why)
          + "; choose another folder with data_dir", why);
    }
  }

  private static void create(Path data, Path file) throws IOException {
    OwnerOnly.newFolder(data);
    var key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    var half = Files.createTempFile(data, KEY_FILE, ".new", OwnerOnly.file(file));
    try {
      Files.write(half, key);
      publish(half, file);
    } catch (FileAlreadyExistsException another) {
      // Another start was quicker: its key holds.
    } finally {
      Files.deleteIfExists(half);
    }
  }

  /** A link is made or refused in one step, and leads to the whole key; a move looks first and then moves. */
  private static void publish(Path half, Path file) throws IOException {
    try {
      Files.createLink(file, half);
    } catch (FileAlreadyExistsException another) {
      throw another;
    } catch (UnsupportedOperationException | FileSystemException noLinksHere) {
      Files.move(half, file);
    }
  }
}
