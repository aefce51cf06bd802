package footfall.call;

import footfall.line.Outcome;
import footfall.line.Printable;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writes {@code summary.txt}: totals, and the most frequent calls at three levels: tool; tool with first word
 * of its command or extension of its file; tool with its whole subject. Counts at most {@code DIFFERENT_MAX}
 * different ones per level, and names at most {@code FILES_MAX} files with bad lines.
 */
public final class UsageSummary {
    private static final int DIFFERENT_MAX = 50_000;
    private static final int FILES_MAX = 10_000;

    private final Counts tools = new Counts(DIFFERENT_MAX);
    private final Counts kinds = new Counts(DIFFERENT_MAX);
    private final Counts values = new Counts(DIFFERENT_MAX);
    private final Counts commands = new Counts(DIFFERENT_MAX);
    private final Counts sessions = new Counts(DIFFERENT_MAX);
    private final Counts projects = new Counts(DIFFERENT_MAX);
    private final Map<String, BadLines> badLines = new LinkedHashMap<>();
    private long badLinesTotal;
    private long skippedBlocks;
    private long copiedCalls;

    /** Bad lines of one file: the count, and the first one; line numbers start at 1. */
    private record BadLines(long count, long firstLine, String firstReason) {
        BadLines oneMore() {
            return new BadLines(count + 1, firstLine, firstReason);
        }
    }

    /** The lines above the counts; {@code copies} are skipped duplicate files. */
    public record Head(String root, long files, long bytes, long lines, long copies) {}

    public void call(ExtractedCall call, String session, String project) {
        tools.add(call.use().tool());
        kinds.add(call.kind());
        values.add(call.value());
        var command = call.cells().get(UsageColumn.BASH_COMMAND);
        if (command != null) {
            commands.add(Words.cut(command, ExtractedCall.VALUE_MAX));
        }
        sessions.add(session);
        if (project != null) {
            projects.add(project);
        }
    }

    public void skippedBlocks(int count) {
        skippedBlocks += count;
    }

    /** Calls that a fork repeats and that are not counted again. */
    public void copiedCalls(int count) {
        copiedCalls += count;
    }

    public long copiedCalls() {
        return copiedCalls;
    }

    public void badLine(String file, long line, String reason) {
        badLinesTotal++;
        if (badLines.size() < FILES_MAX || badLines.containsKey(file)) {
            badLines.merge(file, new BadLines(1, line, reason), (before, one) -> before.oneMore());
        }
    }

    public long calls() {
        return tools.total();
    }

    public void write(Writer out, Head head, RuleEvidence evidence, int top) throws IOException {
        row(out, "root", head.root());
        row(
                out,
                "files",
                number(head.files()) + ", " + number(head.bytes()) + " bytes, " + number(head.lines()) + " lines");
        row(out, "sessions", number(sessions.ranked().size()) + " with calls");
        row(out, "projects", number(projects.ranked().size()) + " with calls");
        row(out, "calls", number(tools.total()));
        row(
                out,
                "results",
                number(evidence.calls(Outcome.OK)) + " ok, " + number(evidence.calls(Outcome.ERROR))
                        + " errors, " + number(evidence.calls(Outcome.REJECTED)) + " rejected, "
                        + number(evidence.calls(Outcome.DENIED)) + " denied, "
                        + number(evidence.calls(Outcome.INTERRUPTED)) + " interrupted, "
                        + number(evidence.calls(Outcome.CANCELLED)) + " cancelled, "
                        + number(evidence.calls(Outcome.PENDING)) + " none");
        row(
                out,
                "copies",
                number(head.copies()) + " files, " + number(copiedCalls) + " calls that forks repeat: counted once");
        row(out, "skipped", number(badLinesTotal) + " bad lines, " + number(skippedBlocks) + " blocks");
        section(out, "Projects", projects, top);
        section(out, "Tools", tools, top);
        section(out, "Tools with first word or extension", kinds, top);
        section(out, "Tools with their whole subject", values, top);
        section(out, "Commands", commands, top);
        badLines(out);
        out.flush();
    }

    private static void row(Writer out, String name, String value) throws IOException {
        out.write(String.format("%-10s%s%n", name, shown(value)).replace(System.lineSeparator(), "\n"));
    }

    private static void section(Writer out, String title, Counts counts, int top) throws IOException {
        out.write("\n" + title + "\n");
        for (var entry : counts.ranked(top).entrySet()) {
            out.write(String.format(Locale.ROOT, "%,9d  %s\n", entry.getValue(), shown(entry.getKey())));
        }
        if (counts.omitted() > 0) {
            out.write(String.format(
                    Locale.ROOT, "%,9d  others, beyond %,d different ones\n", counts.omitted(), DIFFERENT_MAX));
        }
    }

    private void badLines(Writer out) throws IOException {
        out.write("\nBad lines by file\n");
        for (var entry : badLines.entrySet()) {
            var bad = entry.getValue();
            out.write(String.format(
                    Locale.ROOT,
                    "%,9d  %s (the first in line %d: %s)\n",
                    bad.count(),
                    shown(entry.getKey()),
                    bad.firstLine(),
                    bad.firstReason()));
        }
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String shown(String text) {
        return Printable.of(text.strip().replaceAll("\\s+", " "));
    }
}
