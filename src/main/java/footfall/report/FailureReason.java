package footfall.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file could not be had, in words: the JVM often says no more than its name. */
public final class FailureReason {
  private FailureReason() {}

  public static String of(IOException thrown) {
    if (thrown instanceof NoSuchFileException) {
      return "does not exist";
    } else if (thrown instanceof AccessDeniedException) {
      return "permission denied";
    } else if (thrown instanceof FileAlreadyExistsException) {
      return "a file is in the way";
    } else if (thrown instanceof FileSystemException told && told.getReason() != null) {
      return told.getReason();
    }
    return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
  }
}
