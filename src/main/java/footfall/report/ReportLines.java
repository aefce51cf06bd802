package footfall.report;

import footfall.line.Line;
import footfall.line.LineDetails;
import footfall.line.OwnerUuids;
import footfall.line.Parsed;
import footfall.session.ReportLine;
import footfall.tail.Transcript;
import footfall.turn.Prices;
import footfall.turn.TurnRules;
import java.util.function.Consumer;

/** The lines that reports count: of an unresolved line, those that it means. Expects files in their order. */
final class ReportLines {
    private final FileFold fold;

    ReportLines(Prices prices) {
        var rules = new TurnRules(TurnRules.LENGTH_THRESHOLD, TurnRules.STEPS_MAX, TurnRules.Timers.DEFAULTS, prices);
        fold = new FileFold(rules, OwnerUuids.Owners.NOBODY, turn -> false);
    }

    /** A line of a file and what it says for a report. */
    record Read(Parsed.Accepted part, ReportLine line) {}

    static Read read(Transcript file, Parsed.Accepted part, LineDetails details, long place) {
        return new Read(part, ReportLine.of(part.line(), details));
    }

    void each(Transcript file, Read read, Consumer<ReportLine> lines) {
        if (!(read.part.line() instanceof Line.Unresolved)) {
            lines.accept(read.line);
            return;
        }
        fold.resolve(file, read.part, () -> lines.accept(read.line.unresolved()), resolved -> {
            var owner = resolved.admission().isCopy() ? resolved.owner() : null;
            lines.accept(read.line.meaning(resolved.line(), owner));
        });
    }
}
