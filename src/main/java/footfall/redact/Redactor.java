package footfall.redact;

import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.Resolvers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The only way from a transcript to data that may leave the machine. One instance per file, which gets the
 * lines in order from the first one, and keeps what later lines need. The events are those of the line, but for the
 * texts of errors and the files of calls. Deterministic. Not thread-safe.
 */
public final class Redactor {
    private final LineParser parser;
    private final OpenCalls calls;
    private final Masking masking;
    private final ParentChain parents = new ParentChain();
    private final Resolvers resolvers = new Resolvers();
    private FileLines lines;

    public Redactor(RedactRules rules) {
        this(rules, new LineParser());
    }

    public Redactor(RedactRules rules, LineParser parser) {
        this.parser = Objects.requireNonNull(parser, "parser is null");
        this.calls = new OpenCalls(rules.calls());
        this.masking = new Masking(rules, calls);
    }

    /** A text with a mark in place of each secret, as errors are with {@code MESSAGE}. */
    public static String masked(String text) {
        return Failure.Secrets.masked(text);
    }

    /** Redacts each object of a raw line, in order; an empty line gives none. */
    public List<Redacted> redact(RedactedLine.RawLine raw) {
        var out = new ArrayList<Redacted>(1);
        lines = lines == null ? new FileLines(parser, raw.source()) : lines;
        lines.each(raw.bytes(), raw.offset(), (part, details) -> out.add(redacted(raw, part, details)));
        return out;
    }

    private Redacted redacted(RedactedLine.RawLine raw, Parsed part, LineDetails details) {
        if (part instanceof RejectedBytes rejected) {
            return new Redacted.Rejected(rejected);
        }
        var accepted = (Parsed.Accepted) part;
        var parent = parents.parent(accepted.line());
        if (accepted.line() instanceof Line.Nothing nothing) {
            return new Redacted.Ignored(nothing.kind());
        }
        var meaning = resolvers.meaning(accepted.line(), raw.file(), raw.source());
        calls.read(meaning.events(), OpenCalls.NewCall.of(accepted.line(), details), accepted.offset());
        if (meaning.isEmpty()) {
            return new Redacted.Ignored(String.valueOf(details.type()));
        }
        return new RedactedLine(meaning, masking, raw, accepted, parent);
    }

    /** Whether no line so far named the session, in a dialect whose lines mean nothing without it. */
    public boolean isHeadMissing() {
        return lines != null
                && lines.source().dialect().isHeadNeeded()
                && lines.source().threads().isEmpty();
    }

    /** Whether a call waits for its result. */
    public boolean isCallOpen() {
        return calls.isAny();
    }
}
