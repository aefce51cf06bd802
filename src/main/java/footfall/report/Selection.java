package footfall.report;

import footfall.line.Line;
import footfall.line.SessionId;
import footfall.tail.Excluded;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The user's selection: one transcript with all its lines ({@code session} is null), or one session with the
 * files that contain its lines; {@code effective}: those in which one of its lines has an effect.
 * {@code unseen} could not be read and may contain more of it; {@code excluded} was skipped by the search.
 */
public record Selection(
        SessionId session, List<Path> files, List<Path> effective, List<Reading.Unreadable> unseen, Excluded excluded) {
    public Selection {
        files = List.copyOf(files);
        effective = List.copyOf(effective);
        unseen = List.copyOf(unseen);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("files is empty");
        }
    }

    /** A file, with lines of any session. */
    public static Selection file(Path path) {
        return new Selection(null, List.of(path), List.of(path), List.of(), Excluded.NONE);
    }

    public boolean isFile() {
        return session == null;
    }

    /** The selected file, or the first of the session. */
    Path first() {
        return files.get(0);
    }

    /** The files of a session's main agent; if there are none, those of all its subagents. */
    Selection ofMain() {
        var mains = effective.stream().filter(Selection::isMain).toList();
        return isFile() || mains.isEmpty() ? this : new Selection(session, mains, mains, unseen, excluded);
    }

    /** Whether a file is that of a main agent, by its name or by its first lines. */
    static boolean isMain(Path file) {
        var name = TranscriptPaths.name(file).source();
        if (name.dialect().sourceText() == null) {
            return name.agent() == null;
        }
        try {
            var opened = Transcript.open(file);
            return opened == null || opened.named().agent() == null;
        } catch (IOException unreadable) {
            return true;
        }
    }

    boolean contains(Line line) {
        return isFile() || line.envelope().session().equals(session);
    }
}
