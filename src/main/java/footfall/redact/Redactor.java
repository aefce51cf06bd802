package footfall.redact;

import footfall.line.Dialect;
import footfall.line.Dialects;
import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.LineParser;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.Resolvers;
import footfall.line.SessionId;
import footfall.line.Target;
import footfall.line.ToolUse;
import footfall.line.TrailId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The only way from a transcript to data that may leave the machine. One instance per file, which gets the
 * lines in order, and keeps the open calls and the source that lines named. {@link LineParser} gives the same
 * result for the redacted bytes as for the raw ones, except for error texts. Deterministic. Not thread-safe.
 */
public final class Redactor {
    private static final Map<Dialect, RedactedForm> FORMS = Dialects.parts(RedactedForm.class);

    /** Few enough that the hash identifies no file without its turn, enough to tell a turn's files apart. */
    private static final int TARGET_BYTES = 6;

    private static final int TRAILS_MAX = 64;

    private final RedactRules rules;
    private final LineParser parser;
    private final OpenCalls calls;
    private final ParentChain parents = new ParentChain();
    private final Resolvers resolvers = new Resolvers(TRAILS_MAX);
    private FileLines lines;

    public Redactor(RedactRules rules) {
        this(rules, new LineParser());
    }

    public Redactor(RedactRules rules, LineParser parser) {
        this.rules = Objects.requireNonNull(rules, "rules is null");
        this.parser = Objects.requireNonNull(parser, "parser is null");
        this.calls = new OpenCalls(rules.calls());
    }

    /** Redacts each object of a raw line, in order; an empty line gives none. */
    public List<Redacted> redact(RawLine raw) {
        var out = new ArrayList<Redacted>(1);
        LineParser.Reader reader = (part, details) -> out.add(redacted(raw, part, details));
        lines(raw).each(raw.bytes(), raw.offset(), reader);
        return out;
    }

    private FileLines lines(RawLine first) {
        lines = lines == null ? new FileLines(parser, first.source()) : lines;
        return lines;
    }

    private Redacted redacted(RawLine raw, Parsed part, LineDetails details) {
        if (part instanceof RejectedBytes rejected) {
            return new Redacted.Rejected(rejected);
        }
        var accepted = (Parsed.Accepted) part;
        var parent = parents.parent(accepted.line());
        if (accepted.line() instanceof Line.Nothing nothing) {
            return new Redacted.Ignored(nothing.kind());
        }
        var line = raw.source().redacted() ? accepted.line() : withHashes(accepted.line());
        var completed = calls.read(
                resolvers.meaning(accepted.line(), raw.file()),
                NewCall.of(accepted.line(), details),
                accepted.offset());
        var json = FORMS.get(raw.source().dialect()).write(line, details, completed, rules.errors());
        return new RedactedLine(json, raw, accepted, parent);
    }

    /** The line with hashes in place of paths, which the forms write. */
    private Line withHashes(Line line) {
        UnaryOperator<ToolUse> hashed = use -> use.with(hash(use.target()));
        if (line instanceof Line.Unresolved unresolved) {
            return unresolved.with(hashed);
        }
        return line instanceof Line.Assistant assistant
                ? assistant.with(assistant.toolUses().stream().map(hashed).toList())
                : line;
    }

    private Target hash(Target target) {
        return target == null || rules.targets() == null
                ? null
                : new Target(rules.targets().of("target", target.value(), TARGET_BYTES), target.part());
    }

    /** The lines from which the source of the next line follows, to be stored in a checkpoint. */
    public FileLines.Named named() {
        return lines == null ? FileLines.Named.NONE : lines.named();
    }

    /** Whether no line so far named the session, in a dialect whose lines mean nothing without it. */
    public boolean isHeadMissing() {
        return lines != null
                && lines.source().dialect().isHeadNeeded()
                && lines.source().threads().isEmpty();
    }

    /** Restores the source after a restart. {@code raw}: each line of {@link #named}, read again in order. */
    public void recallSource(RawLine raw) {
        lines(raw).each(raw.bytes(), raw.offset(), (part, details) -> {
            if (part instanceof Parsed.Accepted accepted) {
                resolvers.meaning(accepted.line(), raw.file());
            }
        });
    }

    /** The chains of parents, to be stored in a checkpoint and restored after a restart. */
    public ParentChain parents() {
        return parents;
    }

    /** The open calls, to be stored in a checkpoint. */
    public OpenCalls openCalls() {
        return calls;
    }

    /**
     * Restores an open call or a prompt after a restart. {@code raw}: the line at {@code place}, read again. Restore
     * them in the order of {@link OpenCalls#places}, after the source and before redacting any line.
     */
    public void recall(RawLine raw, OpenCalls.Place place) {
        var now = lines(raw).source();
        var source = now.named(new SessionId(place.session()), now.agent(), now.threads());
        parser.each(raw.bytes(), raw.offset(), source, (part, details) -> {
            if (part.offset() == place.offset() && part instanceof Parsed.Accepted accepted) {
                resolvers.meaning(accepted.line(), raw.file());
                calls.recall(place, TrailId.of(accepted.line().envelope()), NewCall.of(accepted.line(), details));
            }
        });
    }
}
