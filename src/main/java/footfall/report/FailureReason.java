package footfall.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file operation failed, in words: the message of the JVM is often only the file name. */
public final class FailureReason {
    private FailureReason() {}

    public static String of(IOException thrown) {
        if (thrown instanceof NoSuchFileException) {
            return "does not exist";
        } else if (thrown instanceof AccessDeniedException) {
            return "permission denied";
        } else if (thrown instanceof FileAlreadyExistsException) {
            return "a file with this name exists";
        } else if (thrown instanceof FileSystemException named && named.getReason() != null) {
            return named.getReason();
        }
        return thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
    }
}
