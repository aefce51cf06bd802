package footfall.turn;

import footfall.line.ErrorCategory;
import java.util.List;

/** All calls of a turn by tool, and its failed calls by kind. */
public record Totals(List<Calls> calls, List<Failures> failures) {
    public Totals {
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /** The calls of one tool in the turn. */
    public record Calls(String tool, int count) {}

    /** Failed calls of one kind in the turn; {@code error} is the latest text, null when it was redacted. */
    public record Failures(ErrorCategory category, String subject, String tool, int count, String error) {}
}
