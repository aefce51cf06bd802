package footfall.report;

import footfall.line.Bytes;
import footfall.line.LineParser;
import footfall.line.Parsed;
import footfall.line.SessionId;
import footfall.line.Source;
import footfall.tail.Transcript;
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
 * parses only lines that escape characters of a name. May also find sessions that are only mentioned.
 */
final class SessionScan {
    private static final ByteNeedle KEY = new ByteNeedle("\"session", false);
    private static final byte[] ID = ascii("Id\"");
    private static final byte[] UNDERSCORE_ID = ascii("_id\"");
    private static final byte[] COLON = ascii(":");
    private static final byte[] QUOTE = ascii("\"");

    private final LineParser parser;
    private final Source source;
    private final Set<SessionId> sessions = new HashSet<>();
    /** The name found last, with its quotes: most lines name the same session. */
    private byte[] last = new byte[0];

    private SessionScan(LineParser parser, Source source) {
        this.parser = parser;
        this.source = source;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static Set<SessionId> of(Path file, long size, History history) throws IOException {
        var source = Transcript.source(file);
        var scan = new SessionScan(history.parser(), source);
        scan.sessions.add(source.session());
        if (source.dialect().isSessionInLines()) {
            new CandidateLines(KEY, history.lineBytesMax()).inLines(file, size, scan::line);
        }
        return scan.sessions;
    }

    /** Those of the files that may have lines of the sessions, in order. Adds unreadable files to {@code edit}. */
    static List<Path> having(Set<SessionId> sessions, List<Path> files, History history, Reading.Edit edit)
            throws InterruptedException {
        var having = new ArrayList<Path>();
        for (var one :
                history.files().each(files, LocalFiles.NO_PROGRESS, (file, size, read) -> of(file, size, history))) {
            if (one.why() != null) {
                edit.unreadable.add(Reading.Unreadable.of(one.path(), one.why()));
            } else if (!Collections.disjoint(one.made(), sessions)) {
                having.add(one.path());
            }
        }
        return having;
    }

    private boolean line(Bytes line, int hit) {
        boolean isClear = hit >= 0;
        for (int at = hit; isClear && at < line.to(); at = KEY.in(line, at + 1)) {
            isClear = key(line, at);
        }
        if (!isClear) {
            for (var part : parser.parse(line, 0, source)) {
                if (part instanceof Parsed.Accepted accepted) {
                    sessions.add(accepted.line().envelope().session());
                }
            }
        }
        return true;
    }

    /** Reads a key and the name after it; false when the name is escaped. */
    private boolean key(Bytes line, int at) {
        int end = at + KEY.length();
        if (is(line, end, ID)) {
            end += ID.length;
        } else if (is(line, end, UNDERSCORE_ID)) {
            end += UNDERSCORE_ID.length;
        } else {
            return true;
        }
        int colon = skipBlank(line, end);
        int quote = is(line, colon, COLON) ? skipBlank(line, colon + 1) : line.to();
        return !is(line, quote, QUOTE) || is(line, quote, last) || name(line, quote);
    }

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
