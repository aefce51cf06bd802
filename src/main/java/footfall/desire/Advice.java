package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.pattern.DetourSums;
import footfall.pattern.RecurringLoop;
import footfall.pattern.Sums;
import footfall.pattern.TallyView;

/** One sentence for each desire: what happens, how much it takes on average, and what the maker of a tool can do. */
final class Advice {
    private Advice() {}

    /** {@code tallied} must have members. */
    static String of(TallyView tallied) {
        var subject = tallied.subject();
        return switch (subject.kind()) {
            case LOOP -> LoopAdvice.of(RecurringLoop.of(tallied));
            case FAILURE ->
                ofFailure(subject.category(), subject.name(), tallied.sums().detours());
            case PATTERN, LONG_PATTERN, TOOL -> ofPattern(tallied.sums());
        };
    }

    private static String ofPattern(Sums sums) {
        return "Turns of this pattern take " + LoopAdvice.mean(sums.length(), sums.turns())
                + " calls on average: provide a tool, script or skill that does this work in fewer calls.";
    }

    private static String ofFailure(ErrorCategory category, String subject, DetourSums sums) {
        long given = sums.occurrences() - sums.recovered(); // A recovery without success counts its failure only.
        var way = sums.recovered() == 0
                ? ""
                : ", " + LoopAdvice.mean(sums.steps() - given, sums.recovered())
                        + " calls on average from failure to success";
        return subject + " " + failed(category) + way + ": " + remedy(category) + ".";
    }

    private static String failed(ErrorCategory category) {
        return switch (category) {
            case UNKNOWN_TOOL -> "is called, but no such tool exists";
            case ENV_NEED -> "is not installed where agents call it";
            case EDIT_MISMATCH -> "does not find the text to replace";
            case NOT_READ_FIRST -> "rejects files that the agent did not read first";
            case STALE_READ -> "rejects files that changed after the agent read them";
            case TOO_LARGE -> "fails because the content is too large";
            case FILE_NOT_FOUND -> "is called with paths that do not exist";
            case PERMISSION -> "lacks a permission";
            case TIMEOUT -> "times out";
            case VALIDATION -> "rejects its arguments";
            case NETWORK -> "fails because of the network or the server";
            case COMMAND_FAILED -> "runs commands that fail";
            case MCP -> "returns an error of its MCP server";
            case OTHER -> "fails";
        };
    }

    private static String remedy(ErrorCategory category) {
        return switch (category) {
            case UNKNOWN_TOOL ->
                "provide a tool of this name, or name the tool to use instead in the agent's instructions";
            case ENV_NEED -> "install it, or name the command to use instead in the agent's instructions";
            case EDIT_MISMATCH -> "let its error show the text of the file that is most similar";
            case NOT_READ_FIRST -> "let its error return the content of the file, and let that count as a read";
            case STALE_READ -> "let its error return the lines that changed, and let that count as a read";
            case TOO_LARGE -> "let it return the first part, and say how to ask for the rest";
            case FILE_NOT_FOUND -> "let its error list the existing paths that are most similar";
            case PERMISSION -> "let its error name the permission and how to get it, and allow what is safe in advance";
            case TIMEOUT -> "let it return the output so far, and continue in the background";
            case VALIDATION -> "let its error show a valid call, and accept common variants of the arguments";
            case NETWORK -> "let it retry temporary errors itself";
            case COMMAND_FAILED -> "let the output begin with the cause and the place of the error";
            case MCP -> "let the error say what to change in the call";
            case OTHER -> "let its error say what to do next";
        };
    }
}
