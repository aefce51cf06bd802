package footfall.report;

import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The folder of briefs and summaries, which contain transcript content and are private to their owner. Files
 * are written completely or not at all, and never overwritten: a name that exists gets the next free second.
 */
public final class Artifacts {
    private static final int NAME_MAX = 128;

    private final Path folder;
    private final Clock clock;

    /** The folder is created with the first file. */
    public Artifacts(Path folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Writes the content of a file. */
    public interface Content {
        void write(Writer out) throws IOException, UserError, InterruptedException;
    }

    /**
     * Writes a file {@code KIND-SESSION-SECONDS.md} and returns its path. Characters of the session that are
     * unsafe in a file name become {@code _}.
     */
    public Path save(String kind, String session, Content content) throws UserError, InterruptedException {
        var name = kind + "-" + plain(session) + "-";
        try (var file = open(name)) {
            try (var out = file.writer()) {
                content.write(out);
            }
            return named(file, name);
        } catch (UncheckedIOException why) {
            throw unwritable("cannot write " + path(name, now()), why.getCause());
        } catch (IOException why) {
            throw unwritable("cannot write " + path(name, now()), why);
        }
    }

    private AtomicFile open(String name) throws UserError {
        try {
            OwnerOnly.newFolder(folder);
            return AtomicFile.open(folder.resolve(name + "md"));
        } catch (IOException why) {
            throw unwritable("cannot create a file in " + folder, why);
        }
    }

    private static UserError unwritable(String what, IOException why) {
        return new UserError(what + ": " + FailureReason.of(why) + "; choose another folder with --artifacts", why);
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private Path path(String name, long second) {
        return folder.resolve(name + second + ".md");
    }

    private Path named(AtomicFile file, String name) throws IOException {
        for (long second = now(); ; second++) {
            try {
                file.createAs(path(name, second));
                return path(name, second);
            } catch (FileAlreadyExistsException taken) {
                // Another file was created in the same second.
            }
        }
    }

    private static String plain(String session) {
        var name = session.replaceAll("[^A-Za-z0-9._-]", "_");
        return name.length() > NAME_MAX ? name.substring(0, NAME_MAX) : name;
    }
}
