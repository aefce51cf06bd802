package footfall.report;

import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Chunks;
import footfall.tail.Transcript;
import footfall.tail.TranscriptPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The sessions that a file may have lines of: that of its name, and those that its lines name. Searches bytes;
 * parses only lines that escape characters. May also find sessions that are only mentioned.
 */
final class SessionScan {
    /** In both keys that name a session. */
    private static final ByteNeedle KEY = new ByteNeedle("session", false);

    /** What follows it in each, with the last quote. */
    private static final List<byte[]> KEY_ENDS = List.of(ascii("Id\""), ascii("_id\""));

    /** The most sessions to search for by their IDs: each is a pass, and three cost as much as collecting all. */
    private static final int SEARCHED_MAX = 3;

    /** Of an ID, in characters. A longer one may end in a hash, which no line contains. */
    private static final int SEARCHED_PREFIX = 64;

    private static final byte[] COLON = ascii(":");
    private static final byte[] QUOTE = ascii("\"");

    private final History history;
    private final LineParser parser;
    private final ThreadLocal<byte[]> lent = ThreadLocal.withInitial(() -> new byte[CandidateLines.CHUNK_BYTES]);

    SessionScan(History history) {
        this.history = history;
        this.parser = history.parser();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The sessions of each file. */
    List<History.ParallelFiles.Result<Set<SessionId>>> of(List<Path> files) throws InterruptedException {
        return of(files, List.of());
    }

    private List<History.ParallelFiles.Result<Set<SessionId>>> of(List<Path> files, List<ByteNeedle> needles)
            throws InterruptedException {
        var named = new CandidateLines(needles, history.lineBytesMax());
        return history.files()
                .each(
                        files,
                        LocalFiles.NO_PROGRESS,
                        (file, size, read) -> of(file, needles.isEmpty() ? whole -> true : named::isIn));
    }

    /** Whether a file may have lines of a session that is searched for. */
    private interface FileFilter {
        boolean admits(Path file) throws IOException;
    }

    /** A line names its session by text that contains this; empty when it is better to collect all sessions. */
    private static List<ByteNeedle> needles(Set<SessionId> sessions) {
        // Ignoring case, only for parts in ASCII: of other characters, an ID may not have the bytes of its line.
        var parts = sessions.stream()
                .map(SessionId::value)
                .map(id -> NeedlePart.of(id.substring(0, Math.min(id.length(), SEARCHED_PREFIX)), true))
                .toList();
        return parts.size() > SEARCHED_MAX || parts.contains("")
                ? List.of()
                : parts.stream().map(part -> new ByteNeedle(part, false)).toList();
    }

    /**
     * Those of the files that may have lines of the sessions, in order. One that is named after a session is not read
     * for that. Adds unreadable files to {@code edit}.
     */
    List<Path> having(Set<SessionId> sessions, List<Path> files, Reading.Edit edit) throws InterruptedException {
        var having = new HashSet<Path>();
        var others = new ArrayList<Path>();
        files.forEach(
                file -> (sessions.contains(TranscriptPaths.name(file).source().session()) ? having : others).add(file));
        for (var one : of(others, needles(sessions))) {
            if (one.why() != null) {
                edit.unreadable.add(Reading.Unreadable.of(one.path(), one.why()));
            } else if (!Collections.disjoint(one.made(), sessions)) {
                having.add(one.path());
            }
        }
        return files.stream().filter(having::contains).toList();
    }

    /** Of a file that the filter does not admit, only the session of its name. */
    private Set<SessionId> of(Path file, FileFilter filter) throws IOException {
        var scan = new OneFile(Transcript.source(file));
        var sources = new FileSources(scan.source, parser, history.lineBytesMax());
        if ((scan.source.dialect().isSessionInLines() || sources.isChanging()) && filter.admits(file)) {
            try (var chunks = new Chunks(file, CandidateLines.CHUNK_BYTES, history.lineBytesMax())) {
                for (var chunk = chunks.next(lent.get()); chunk != null; chunk = chunks.next(lent.get())) {
                    sources.pass(chunk, source -> scan.sessions.add(source.session()));
                    scan.chunk(chunk.bytes());
                }
            }
        }
        return scan.sessions;
    }

    private final class OneFile {
        private final Source source;
        private final Set<SessionId> sessions = new HashSet<>();
        /** The name found last, with its quotes: most lines name the same session. */
        private byte[] last = new byte[0];

        OneFile(Source source) {
            this.source = source;
            sessions.add(source.session());
        }

        void chunk(Bytes bytes) {
            if (!source.dialect().isSessionInLines()) {
                return;
            }
            for (int at = KEY.in(bytes, bytes.from()); at < bytes.to(); at = KEY.in(bytes, at)) {
                if (KEY.isEscape(bytes, at) || !isName(bytes, at + KEY.length())) {
                    var line = CandidateLines.lineAt(bytes, at);
                    parse(line);
                    at = line.to();
                } else {
                    at += KEY.length();
                }
            }
        }

        /** Reads the name after a key; false when it is escaped. */
        private boolean isName(Bytes chunk, int keyEnd) {
            for (var end : KEY_ENDS) {
                int colon = is(chunk, keyEnd, end) ? skipBlank(chunk, keyEnd + end.length) : chunk.to();
                int quote = is(chunk, colon, COLON) ? skipBlank(chunk, colon + 1) : chunk.to();
                if (is(chunk, quote, QUOTE) && !is(chunk, quote, last)) {
                    return name(chunk, quote);
                }
            }
            return true;
        }

        private void parse(Bytes line) {
            for (var part : parser.parse(line, 0, source)) {
                if (part instanceof Parsed.Accepted accepted) {
                    sessions.add(accepted.line().envelope().session());
                }
            }
        }

        /** Reads a name; false when it is escaped. */
        private boolean name(Bytes line, int quote) {
            int end = Bytes.plainTo(line.array(), quote + 1, line.to());
            if (is(line, end, QUOTE)) {
                last = Arrays.copyOfRange(line.array(), quote, end + 1);
                var name = new String(last, 1, last.length - 2, StandardCharsets.UTF_8);
                if (!name.isEmpty()) {
                    sessions.add(new SessionId(name));
                }
            }
            return is(line, end, QUOTE);
        }
    }

    private static boolean is(Bytes line, int at, byte[] text) {
        return text.length > 0
                && at + text.length <= line.to()
                && Arrays.equals(line.array(), at, at + text.length, text, 0, text.length);
    }

    private static int skipBlank(Bytes line, int from) {
        int at = from;
        while (at < line.to() && line.array()[at] >= 0 && line.array()[at] <= ' ') {
            at++;
        }
        return at;
    }
}
