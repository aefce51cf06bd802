package footfall.ship;

import footfall.line.BoundedMap;
import footfall.redact.RawLine;
import footfall.redact.RedactedLine;
import footfall.redact.Redactor;
import footfall.tail.FileTail;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The skipped lines of a file that later lines need, redacted: the first and the latest line of each kind of naming
 * line, by trail. The skipped part is read when a session is first asked for. Not thread-safe.
 */
final class NamingLines {
    /** Few sessions share a file. If more do, lines of older ones have no names. */
    private static final int SESSIONS_MAX = 256;

    private final FileTail tail;
    private final Redactor redactor;
    private final long end;
    private Map<String, Session> sessions;

    /** {@code end}: the lines before it were skipped. {@code redactor}: has read no line. */
    NamingLines(FileTail tail, Redactor redactor, long end) {
        this.tail = tail;
        this.redactor = redactor;
        this.end = end;
    }

    private record Kind(String agent, String naming) {}

    private static final class Session {
        private final Map<Kind, RedactedLine> first = new HashMap<>();
        private final Map<Kind, RedactedLine> latest = new HashMap<>();

        private void add(RedactedLine line) {
            var kind = new Kind(line.agent(), line.naming());
            first.putIfAbsent(kind, line);
            latest.put(kind, line);
        }

        private List<RedactedLine> lines() {
            Set<RedactedLine> all = new LinkedHashSet<>(first.values());
            all.addAll(latest.values());
            return all.stream()
                    .sorted(Comparator.comparingLong(RedactedLine::offset))
                    .toList();
        }
    }

    /** In the order of the file. */
    List<RedactedLine> of(String session) throws IOException {
        if (!tail.source().dialect().hasNamingLines()) {
            return List.of();
        }
        sessions = sessions == null ? read() : sessions;
        var of = sessions.get(session);
        return of == null ? List.of() : of.lines();
    }

    private Map<String, Session> read() throws IOException {
        Map<String, Session> read = BoundedMap.evictingLeastRecentlyUsed(SESSIONS_MAX);
        var file = tail.cursor().file();
        tail.before(end, (bytes, offset) -> {
            for (var part : redactor.redact(new RawLine(file, offset, tail.source(), bytes))) {
                if (part instanceof RedactedLine line && line.naming() != null) {
                    read.computeIfAbsent(line.session().value(), none -> new Session())
                            .add(line);
                }
            }
        });
        return read;
    }
}
