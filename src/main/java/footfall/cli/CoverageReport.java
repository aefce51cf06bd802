package footfall.cli;

import footfall.line.InstantText;
import footfall.pattern.Expired;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import footfall.turn.Position;
import footfall.view.Coverage;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reports on stderr what an answer lacks. */
final class CoverageReport {
    private final Set<Coverage.Missing> missing = new LinkedHashSet<>();
    private final Set<Integer> stale = new TreeSet<>();
    private Position reached;
    private boolean isCut;
    private Expired expired;

    /** The coverage of a page; the next page continues where a scan limit ended it. */
    void addPage(Coverage coverage) {
        missing.addAll(coverage.missing());
        stale.addAll(coverage.stale());
        expired = Expired.merged(expired, coverage.expired());
    }

    /** The coverage of a whole answer. */
    void add(Coverage coverage) {
        addPage(coverage);
        reached = coverage.reached();
        isCut = !coverage.complete() && coverage.missing().isEmpty() && reached == null;
    }

    static CoverageReport of(Coverage coverage) {
        var report = new CoverageReport();
        report.add(coverage);
        return report;
    }

    /** Says that so many calls are in no record. */
    static void omitted(long calls, Console console) {
        if (calls > 0) {
            console.say("skipped " + CountWords.of(calls, "call") + " that the records of very long turns omit");
        }
    }

    static void say(Coverage coverage, Console console) {
        of(coverage).say(console);
    }

    void say(Console console) {
        missing.forEach(one -> console.say("incomplete: " + text(one)));
        if (!stale.isEmpty()) {
            console.say("a standby answered for " + partitions(stale) + "; its data may lag behind");
        }
        if (reached != null) {
            console.say("incomplete: the scan limit was reached"
                    + (reached.startedAt() == null ? "" : " at turns of " + InstantText.of(reached.startedAt()))
                    + "; restrict the time with --since and --until");
        } else if (isCut) {
            console.say("incomplete: the processor sends no more than this; add filters, or --top");
        }
        if (expired != null) {
            console.say("not included: what is from before " + InstantText.of(expired.before()) + " (the first from "
                    + InstantText.of(expired.first()) + "), which the processor does not keep any more "
                    + "(tally_retention); --from reads it from the transcripts");
        }
    }

    /** Without all instances, a session that was not found may exist, and a prefix of an ID may not be unique. */
    void requireAll(String session) throws CommandFailed {
        if (!missing.isEmpty()) {
            throw new CommandFailed("cannot look up session " + session + ": "
                    + missing.stream().map(CoverageReport::text).collect(Collectors.joining("; "))
                    + "; try again later");
        }
    }

    private static String text(Coverage.Missing one) {
        return SafeText.of(one.instance()) + " (" + partitions(one.partitions()) + ") did not answer: "
                + SafeText.of(one.reason());
    }

    private static String partitions(Iterable<Integer> numbers) {
        var sorted = new TreeSet<Integer>();
        numbers.forEach(sorted::add);
        return (sorted.size() == 1 ? "partition " : "partitions ")
                + sorted.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
