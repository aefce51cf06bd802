package footfall.turn;

import footfall.line.ErrorCategory;
import footfall.row.RowReader;
import footfall.row.RowWriter;
import java.util.List;

/** All calls of a turn by tool, and its failed calls by kind. */
public record Totals(List<Calls> calls, List<Failures> failures) {
    public Totals {
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    static void write(RowWriter out, Totals totals) {
        out.list(totals.calls, Calls::write);
        out.list(totals.failures, Failures::write);
    }

    static Totals read(RowReader in) {
        return new Totals(in.list(Calls::read), in.list(Failures::read));
    }

    /** The calls of one tool in the turn. */
    public record Calls(String tool, int count) {
        static void write(RowWriter out, Calls calls) {
            out.text(calls.tool);
            out.unsigned(calls.count);
        }

        static Calls read(RowReader in) {
            return new Calls(in.text(), in.number());
        }
    }

    /** Failed calls of one kind in the turn; {@code error} is the latest text, null when it was redacted. */
    public record Failures(ErrorCategory category, String subject, String tool, int count, String error) {
        private static final ErrorCategory[] CATEGORIES = ErrorCategory.values();

        static void write(RowWriter out, Failures failures) {
            out.constant(failures.category);
            out.text(failures.subject);
            out.text(failures.tool);
            out.unsigned(failures.count);
            out.text(failures.error);
        }

        static Failures read(RowReader in) {
            return new Failures(in.constant(CATEGORIES), in.text(), in.text(), in.number(), in.text());
        }
    }
}
