package footfall.report;

import footfall.line.Dialect;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.tail.Chunks;
import footfall.tail.Disk;
import footfall.tail.LocalDisk;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/** Finds the files of a transcript's subagents. */
final class AgentFiles {
    private static final int HEAD_BYTES = 8 << 10;
    private static final LineParser PARSER = new LineParser();
    private static final Disk DISK = LocalDisk.ofPaths();

    private AgentFiles() {}

    /**
     * The files of a transcript's subagents: those in the folder that its dialect defines, and in claude's old
     * layout those beside it whose first line is of {@code session}. If lines name their session and agent, those in
     * the folders of the agent's home, or else beside it. A subagent's own file has none. Unreadable files are skipped.
     */
    static List<Path> of(Path transcript, SessionId session) {
        var beside = transcript.toAbsolutePath().normalize().getParent();
        var source = TranscriptPaths.name(transcript).source();
        if (source.agent() != null) {
            return List.of();
        }
        var dialect = source.dialect();
        var named = dialect.agentFolder(TranscriptPaths.fileName(transcript), session);
        if (named == null) {
            return isAgentOf(session, transcript)
                    ? List.of()
                    : named(dialect, transcript.toAbsolutePath().normalize(), session);
        }
        var folder = beside.resolve(named);
        var agents = new TreeSet<>(agentFiles(dialect, folder, Integer.MAX_VALUE));
        for (var file : dialect.isAgentBeside() ? agentFiles(dialect, beside, 1) : List.<Path>of()) {
            if (isOf(session, file)) {
                agents.add(file);
            }
        }
        agents.remove(transcript.toAbsolutePath().normalize());
        return List.copyOf(agents);
    }

    private static List<Path> named(Dialect dialect, Path transcript, SessionId session) {
        var folders = new TreeSet<Path>();
        for (var above = transcript.getParent();
                above != null && above.getFileName() != null;
                above = above.getParent()) {
            if (dialect.home().folders().contains(above.getFileName().toString())) {
                var home = above;
                dialect.home().folders().forEach(name -> folders.add(home.resolveSibling(name)));
            }
        }
        var places = folders.isEmpty() ? List.of(transcript.getParent()) : List.copyOf(folders);
        return places.stream()
                .flatMap(folder -> files(dialect, folder, folders.isEmpty() ? 1 : Integer.MAX_VALUE).stream())
                .filter(file -> !file.equals(transcript) && isAgentOf(session, file))
                .toList();
    }

    private static boolean isAgentOf(SessionId session, Path file) {
        try {
            var opened = Transcript.open(file);
            return opened != null
                    && opened.named().agent() != null
                    && opened.named().session().equals(session);
        } catch (IOException gone) {
            return false;
        }
    }

    private static List<Path> agentFiles(Dialect dialect, Path folder, int depth) {
        return files(dialect, folder, depth).stream()
                .filter(path -> TranscriptPaths.name(path).source().agent() != null)
                .toList();
    }

    private static List<Path> files(Dialect dialect, Path folder, int depth) {
        if (TranscriptPaths.isInDatabase(folder)) {
            return inDatabase(folder);
        }
        try (var below = Files.find(folder, depth, (path, attributes) -> attributes.isRegularFile())) {
            return below.filter(path -> dialect.isTranscript(TranscriptPaths.fileName(path)))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException none) {
            return List.of();
        }
    }

    private static List<Path> inDatabase(Path folder) {
        try {
            return DISK.list(folder).stream().map(Disk.Entry::path).sorted().toList();
        } catch (IOException none) {
            return List.of();
        }
    }

    private static boolean isOf(SessionId session, Path file) {
        var source = TranscriptPaths.name(file).source();
        var is = new boolean[1];
        try (var chunks = new Chunks(file, HEAD_BYTES, LineParser.LINE_BYTES_MAX)) {
            var head = chunks.next();
            if (head != null) {
                head.eachLine((bytes, offset) -> is[0] |= offset == 0
                        && PARSER.parse(bytes, offset, source).stream()
                                .anyMatch(part -> part instanceof Parsed.Accepted accepted
                                        && accepted.line().envelope().session().equals(session)));
            }
            return is[0];
        } catch (IOException gone) {
            return false;
        }
    }
}
