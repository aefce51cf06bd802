package footfall.cli;

import footfall.folder.SecretFile;
import footfall.report.FailureReason;
import java.io.IOException;
import java.nio.file.Path;

/** Reads files that only their owner may be able to read. No message contains their content. */
final class SecretText {
    private SecretText() {}

    /** {@code option}: the option that names the file. */
    static String read(Path file, String option) throws CommandFailed {
        try {
            return SecretFile.read(file)
                    .orElseThrow(() -> new CommandFailed(
                            "other users can read " + file + " (" + option + "); restrict it with: chmod 600 " + file));
        } catch (IOException why) {
            throw new CommandFailed("cannot read " + file + " (" + option + "): " + FailureReason.of(why)
                    + "; name a file that you can read");
        }
    }
}
