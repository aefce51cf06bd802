package footfall.report;

import footfall.brief.Brief;
import footfall.brief.Moment;
import footfall.brief.MomentReader;
import footfall.folder.AtomicFile;
import footfall.folder.OwnerOnly;
import footfall.line.BoundedMap;
import footfall.line.Line;
import footfall.line.Resolvers;
import footfall.tail.Transcript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Writes the brief of one transcript while reading it, with memory for a few lines and one answer. */
public record Briefs(LocalFiles files) {
    /**
     * The statistics of the reading; an empty file gives an empty brief. A session's brief is that of its main
     * agent; if its files are missing, those of its subagents, one after the other.
     *
     * @throws UserError when it does not exist, cannot be read, or is not a transcript
     * @throws UncheckedIOException from the writer
     */
    public Reading write(Selection selection, Writer out, Reading.Progress progress)
            throws UserError, InterruptedException {
        var toBrief = new BriefSink(new Brief(block -> append(out, block)));
        var reading = files.<Read>of(
                selection.ofMain(),
                (file, line, details, place) ->
                        new Read(line.line(), MomentReader.of(line.line(), details, file.source())),
                toBrief,
                progress);
        toBrief.brief.end();
        return reading;
    }

    private record Read(Line line, List<Moment> moments) {}

    /** A main agent may continue in another file; a subagent does not. */
    private static final class BriefSink implements History.Sink<Read> {
        private static final int KEYS_MAX = 100_000;

        private final Resolvers resolvers = new Resolvers();
        private final Set<String> keys = Collections.newSetFromMap(BoundedMap.evictingOldest(KEYS_MAX));
        private final Brief brief;
        private Transcript file;

        BriefSink(Brief brief) {
            this.brief = brief;
        }

        @Override
        public void accept(Transcript from, long number, Read read) {
            if (file != from && from.named().agent() != null) {
                brief.end();
            }
            file = from;
            if (isRead(from, read.line())) {
                read.moments().stream()
                        .filter(moment -> moment.key() == null || keys.add(moment.key()))
                        .forEach(moment -> moment.addTo(brief));
            }
        }

        /** Adds the tokens that a line of the file's agent means. A line that means nothing is left out. */
        private boolean isRead(Transcript from, Line line) {
            var meaning = resolvers.meaning(line, from.id()).events();
            meaning.stream()
                    .filter(other -> other instanceof Line.Tokens
                            && Objects.equals(
                                    other.envelope().agent(), from.named().agent()))
                    .forEach(tokens -> Moment.saying(
                                    null, "", ((Line.Tokens) tokens).message().usage())
                            .addTo(brief));
            return !meaning.isEmpty();
        }
    }

    private static void append(Writer out, String block) {
        try {
            out.write(block);
        } catch (IOException why) {
            throw new UncheckedIOException(why);
        }
    }

    /**
     * The folder of briefs and summaries, which contain transcript content and are private to their owner. Files
     * are written completely or not at all, and never overwritten: a name that exists gets the next free second.
     * The folder is created with the first file.
     */
    public record Artifacts(Path folder, Clock clock) {
        private static final int NAME_MAX = 128;

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
}
