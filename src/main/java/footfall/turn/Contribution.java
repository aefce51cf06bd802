package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The contribution of one turn to the tallies of patterns, tools and desires; stored with the turn, so that a
 * revision can send the difference. {@code startedAt} is null for a turn without any time, which is not
 * tallied.
 */
public record Contribution(
        String pattern, int length, boolean isLong, Instant startedAt, List<Calls> calls, List<Failures> failures) {
    public Contribution {
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /**
     * The number of failed calls by tool. A tool without calls here counts as {@link TurnRules#OTHER}: rows of
     * earlier versions name the tool of a failure whose call they count there.
     */
    public Map<String, Integer> failuresByTool() {
        var named = calls.stream().map(Calls::tool).collect(Collectors.toSet());
        var failed = new HashMap<String, Integer>();
        failures.forEach(one ->
                failed.merge(named.contains(one.tool()) ? one.tool() : TurnRules.OTHER, one.count(), Integer::sum));
        return failed;
    }

    public static void write(RowWriter out, Contribution contribution) {
        out.text(contribution.pattern);
        out.unsigned(contribution.length);
        out.flag(contribution.isLong);
        out.instant(contribution.startedAt);
        out.list(contribution.calls, Calls::write);
        out.list(contribution.failures, Failures::write);
    }

    public static Contribution read(RowReader in) {
        return new Contribution(
                in.text(), in.number(), in.flag(), in.instant(), in.list(Calls::read), in.list(Failures::read));
    }

    /** The calls of one tool in the turn. */
    public record Calls(String tool, int count) {
        private static void write(RowWriter out, Calls calls) {
            out.text(calls.tool);
            out.unsigned(calls.count);
        }

        private static Calls read(RowReader in) {
            return new Calls(in.text(), in.number());
        }
    }

    /** Failed calls of one kind in the turn; {@code error} is the latest text, null when it was redacted. */
    public record Failures(ErrorCategory category, String subject, String tool, int count, String error) {
        private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();

        private static void write(RowWriter out, Failures failures) {
            out.constant(failures.category);
            out.text(failures.subject);
            out.text(failures.tool);
            out.unsigned(failures.count);
            out.text(failures.error);
        }

        private static Failures read(RowReader in) {
            return new Failures(in.constant(CATEGORIES), in.text(), in.text(), in.number(), in.text());
        }
    }
}
