package footfall.redact;

import footfall.line.FileLines;
import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.LineEvents;
import footfall.line.LineParser;
import footfall.line.ParentChain;
import footfall.line.Parsed;
import footfall.line.RejectedBytes;
import footfall.line.Resolvers;
import footfall.line.Target;
import footfall.line.ToolResult;
import footfall.line.ToolUse;
import footfall.line.TrailId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The only way from a transcript to data that may leave the machine. One instance per file, which gets the
 * lines in order from the first one, and keeps what later lines need. The events are those of the line, but for the
 * texts of errors and the files of calls. Deterministic. Not thread-safe.
 */
public final class Redactor {
    /** Few enough that the hash identifies no file without its turn, enough to tell a turn's files apart. */
    private static final int TARGET_BYTES = 6;

    private final RedactRules rules;
    private final LineParser parser;
    private final OpenCalls calls;
    private final ParentChain parents = new ParentChain();
    private final Resolvers resolvers = new Resolvers();
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
        lines = lines == null ? new FileLines(parser, raw.source()) : lines;
        lines.each(raw.bytes(), raw.offset(), (part, details) -> out.add(redacted(raw, part, details)));
        return out;
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
        var meaning = resolvers.meaning(accepted.line(), raw.file(), raw.source());
        calls.read(meaning.events(), NewCall.of(accepted.line(), details), accepted.offset());
        if (meaning.isEmpty()) {
            return new Redacted.Ignored(String.valueOf(details.type()));
        }
        var events = meaning.events().stream().map(this::masked).toList();
        return new RedactedLine(new LineEvents(meaning.id(), events), raw, accepted, parent);
    }

    /** The event with hashes in place of paths, and without the texts that may not leave. */
    private Line masked(Line event) {
        var trail = TrailId.of(event.envelope());
        if (event instanceof Line.Assistant line) {
            return line.with(line.toolUses().stream().map(this::masked).toList());
        } else if (event instanceof Line.ToolResults line) {
            var results = line.results().stream()
                    .map(result -> masked(result, calls.complete(trail, result)))
                    .toList();
            return new Line.ToolResults(line.envelope(), results, line.linkedAgent(), line.chars(), line.says());
        } else if (event instanceof Line.ScriptCall line) {
            var result = masked(line.result(), new OpenCalls.Call(line.use().tool()));
            return new Line.ScriptCall(line.envelope(), line.batch(), masked(line.use()), line.startedAt(), result);
        } else if (event instanceof Line.Prompt line && line.ended() != null) {
            return new Line.Prompt(line.envelope(), line.trigger(), line.chars(), line.says(), failed(line.ended()));
        } else if (event instanceof Line.UserText line && line.ended() != null) {
            return new Line.UserText(line.envelope(), line.chars(), line.says(), failed(line.ended()));
        }
        return event;
    }

    private ToolUse masked(ToolUse use) {
        var target = use.target();
        return target == null
                ? use
                : use.with(
                        rules.targets() == null
                                ? null
                                : new Target(
                                        rules.targets().of("target", target.value(), TARGET_BYTES), target.part()));
    }

    /** {@code call} is null when unknown. */
    private ToolResult masked(ToolResult result, OpenCalls.Call call) {
        return result.error() == null
                ? result
                : Failure.of(result, call, rules.errors()).in(result);
    }

    /** The text is made from the exit code. */
    private ToolResult failed(ToolResult result) {
        return rules.errors() == ErrorDetail.OFF ? new Failure(result.verdict(), "").in(result) : result;
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
