package footfall.line;

import footfall.scan.InvalidJson;
import footfall.scan.JsonScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Parses one raw line of a transcript: the bytes between two newlines. Any bytes give lines or
 * {@link RejectedBytes}, never an exception. Several objects on one line are separate lines; NUL bytes and a
 * byte order mark around them are skipped, and a line with nothing else is rejected. From the first invalid object on,
 * the line is rejected up to the whole records at its end: a record that was cut off may have others behind it.
 * Thread-safe.
 */
public final class LineParser {
    /** The nesting depth, including the line's own object. */
    public static final int NESTING_MAX = JsonScanner.NESTING_MAX;

    /** The maximum size of a raw line in bytes. */
    public static final int LINE_BYTES_MAX = 64 << 20;

    private static final Reader NO_READER = (part, details) -> {};

    /** The kind of a line whose working directory is excluded. */
    private static final String EXCLUDED = "excluded";

    private static final Predicate<String> NOTHING = cwd -> false;

    private final int lineBytesMax;
    private final Predicate<String> excluded;

    public LineParser() {
        this(LINE_BYTES_MAX);
    }

    /** @param lineBytesMax longer lines are rejected without being read */
    public LineParser(int lineBytesMax) {
        this(lineBytesMax, NOTHING);
    }

    /** @param excluded working directories whose lines become {@link Line.Nothing} */
    public LineParser(int lineBytesMax, Predicate<String> excluded) {
        if (lineBytesMax < 1) {
            throw new IllegalArgumentException("lineBytesMax is below 1");
        }
        this.lineBytesMax = lineBytesMax;
        this.excluded = excluded;
    }

    /**
     * The parts of a raw line in order; empty for an empty line. {@code offset}: of the first byte in the file.
     */
    public List<Parsed> parse(Bytes raw, long offset, Source source) {
        if (raw.length() > lineBytesMax) {
            return List.of(new RejectedBytes(RejectedBytes.Reason.TOO_LONG, offset, raw.length()));
        }
        int from = raw.skipBlank(raw.from());
        if (from == raw.to()) {
            return raw.hasNul() ? List.of(onlyNuls(raw, offset)) : List.of();
        }
        var first = one(raw.tail(from), offset + from - raw.from(), new Now(source), NO_READER);
        int next = raw.skipBlank((int) (from + first.length()));
        return next == raw.to() ? List.of(first) : glued(raw, offset, source);
    }

    private List<Parsed> glued(Bytes raw, long offset, Source source) {
        var parts = new ArrayList<Parsed>();
        each(raw, offset, source, (part, details) -> parts.add(part));
        return List.copyOf(parts);
    }

    /**
     * Receives the parts of a raw line; {@code details} is null for a rejected one, and valid only during the
     * call.
     */
    public interface Reader {
        void read(Parsed part, LineDetails details);
    }

    /** Like {@link #parse}, with the content of each line. */
    public void each(Bytes raw, long offset, Source source, Reader reader) {
        if (raw.length() > lineBytesMax) {
            reader.read(new RejectedBytes(RejectedBytes.Reason.TOO_LONG, offset, raw.length()), null);
            return;
        }
        int next = raw.skipBlank(raw.from());
        if (next == raw.to() && raw.hasNul()) {
            reader.read(onlyNuls(raw, offset), null);
        }
        var now = new Now(source);
        while (next < raw.to()) {
            var part = one(raw.tail(next), offset + next - raw.from(), now, reader);
            if (part instanceof RejectedBytes) {
                reader.read(part, null);
            }
            next = raw.skipBlank((int) (raw.from() + part.offset() - offset + part.length()));
        }
    }

    /** The source of a part and of what comes after it. {@code details}: null for a rejected one. */
    Source sourceAt(LineDetails details, Source before) {
        if (details == null) {
            return before;
        }
        var named = before.dialect().sourceAt(details, before);
        if (named == before && !namesFolder(details, before)) {
            return before;
        }
        boolean isExcluded = details.cwd() != null && excluded.test(details.cwd());
        return named == before && isExcluded == before.isExcluded() ? before : named.in(isExcluded);
    }

    /** Whether a line names the working directory of the lines after it. */
    private boolean namesFolder(LineDetails details, Source source) {
        return !source.dialect().folderTexts().isEmpty()
                && details != null
                && details.cwd() != null
                && !details.cwd().isBlank();
    }

    /**
     * Texts, one of which every line contains that may change the source, unless it is the first of its file. Empty if
     * no line changes it.
     */
    public List<String> textsNaming(Source source) {
        var texts = new ArrayList<String>();
        if (source.dialect().sourceText() != null) {
            texts.add(source.dialect().sourceText());
        }
        if (excluded != NOTHING) {
            texts.addAll(source.dialect().folderTexts());
        }
        return texts;
    }

    /** The source of the next object on a line. */
    private static final class Now {
        private Source source;

        private Now(Source source) {
            this.source = source;
        }
    }

    /** Left by a crash or a full disk. */
    private static RejectedBytes onlyNuls(Bytes raw, long offset) {
        return new RejectedBytes(RejectedBytes.Reason.ONLY_NUL_BYTES, offset, raw.length());
    }

    private Parsed one(Bytes raw, long offset, Now now, Reader reader) {
        if (raw.array()[raw.from()] != '{') {
            return rejected(raw, offset, now, null);
        }
        LineDetails details;
        Parsed.Accepted part;
        try {
            var json = raw.json();
            details = now.source.dialect().read(json, raw);
            int length = json.end();
            if (!raw.head(length).isUtf8()) {
                return rejected(raw, offset, now, RejectedBytes.Reason.INVALID_UTF_8);
            }
            now.source = sourceAt(details, now.source);
            part = new Parsed.Accepted(line(details, now.source), offset, length);
        } catch (InvalidJson invalid) {
            return rejected(raw, offset, now, reason(invalid));
        }
        reader.read(part, details);
        return part;
    }

    /** The bytes before the whole records at the end. {@code why}: null if the first byte begins no object. */
    private static RejectedBytes rejected(Bytes raw, long offset, Now now, RejectedBytes.Reason why) {
        var bad = raw.head(wholeFrom(raw, now.source.dialect()) - raw.from());
        boolean isText = why != null && why != RejectedBytes.Reason.NOT_JSON || bad.isUtf8();
        var reason = !isText ? RejectedBytes.Reason.INVALID_UTF_8 : why == null ? notAnObject(bad) : why;
        return new RejectedBytes(reason, offset, bad.length());
    }

    /** Where the whole records at the end of a line begin, behind its first byte. Reads each byte at most twice. */
    private static int wholeFrom(Bytes raw, Dialect dialect) {
        int from = raw.to();
        int end = raw.skipBlankBefore(raw.to());
        for (int at = raw.objectBefore(end); at > raw.from(); at = raw.objectBefore(end)) {
            if (!isRecord(new Bytes(raw.array(), at, end), dialect)) {
                break;
            }
            from = at;
            end = raw.skipBlankBefore(at);
        }
        return from;
    }

    private static boolean isRecord(Bytes object, Dialect dialect) {
        try {
            var json = object.json();
            var details = dialect.read(json, object);
            return json.end() == object.length() && object.isUtf8() && dialect.isRecord(details);
        } catch (InvalidJson notWhole) {
            return false;
        }
    }

    private Line line(LineDetails details, Source source) {
        var line = source.dialect().classify(details, source);
        return isExcluded(details, source) ? new Line.Nothing(line.envelope(), EXCLUDED) : line;
    }

    /** Whether the line's own working directory is excluded, or the one that a line before it named. */
    boolean isExcluded(LineDetails details, Source source) {
        boolean isNamed = source.dialect().isProjectInLines() && details.cwd() != null;
        return source.isExcluded() || isNamed && excluded.test(details.cwd());
    }

    private static RejectedBytes.Reason notAnObject(Bytes raw) {
        try {
            raw.json().check();
            return RejectedBytes.Reason.NOT_AN_OBJECT;
        } catch (InvalidJson invalid) {
            return reason(invalid);
        }
    }

    private static RejectedBytes.Reason reason(InvalidJson invalid) {
        return switch (invalid.fault()) {
            case NOT_JSON -> RejectedBytes.Reason.NOT_JSON;
            case TOO_DEEP -> RejectedBytes.Reason.TOO_DEEP;
            case NUMBER_OUT_OF_RANGE -> RejectedBytes.Reason.NUMBER_OUT_OF_RANGE;
        };
    }

    /** Decodes the JSON string at {@code start}, which was parsed before. */
    public static String textAt(Bytes raw, int start) {
        return raw.tail(raw.from() + start).json().text();
    }
}
