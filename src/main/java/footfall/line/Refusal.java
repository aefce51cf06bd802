package footfall.line;

import java.util.List;
import java.util.Optional;

/**
 * A call that was not allowed to run, or not to end, as the text of its result says. The texts are those of Claude
 * Code; {@code start} is how they begin and {@code inside} what their first line contains behind it, null for anything.
 * Nothing is read from what a person, a rule or a hook wrote.
 */
public record Refusal(Outcome outcome, Permission permission, String start, String inside) {
    private static final String STOP = "The user doesn't want to proceed with this tool use. The tool use was rejected "
            + "(eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and "
            + "wait for the user to tell you how to proceed. ";

    /** The first that fits counts. */
    private static final List<Refusal> ALL = List.of(
            of(Outcome.INTERRUPTED, null, STOP + "Correction to the text above: this call was stopped while running"),
            of(Outcome.REJECTED, Permission.USER, "The user doesn't want to"),
            of(Outcome.REJECTED, Permission.USER, "User rejected tool use"),
            of(Outcome.REJECTED, Permission.USER, "[Request interrupted by user"),
            of(Outcome.INTERRUPTED, null, "[Tool call interrupted: "),
            of(Outcome.INTERRUPTED, null, "[Agent call interrupted: "),
            of(Outcome.INTERRUPTED, null, "[Tool call did not complete: "),
            of(Outcome.CANCELLED, null, "Sibling tool call errored"),
            of(Outcome.CANCELLED, null, "Cancelled: parallel tool call"),
            of(Outcome.CANCELLED, null, "[Tool call skipped: "),
            denied(
                    Permission.CLASSIFIER,
                    "Permission for this action was denied by the Claude Code auto mode classifier."),
            denied(Permission.CLASSIFIER, "Permission for this action has been denied."),
            denied(Permission.CLASSIFIER, "", ", so auto mode cannot determine the safety of "),
            denied(Permission.NOBODY, "Permission for this tool use was denied"),
            denied(
                    Permission.MODE,
                    "Permission to ",
                    " has been denied because Claude Code is running in don't ask mode"),
            denied(Permission.RULE, "Permission to ", " has been denied"),
            denied(Permission.RULE, "Agent type '", " has been denied by permission rule "),
            denied(Permission.RULE, "File is in a directory that is denied by your permission settings"),
            denied(Permission.HOOK, "PreToolUse:", " hook error: "),
            denied(Permission.HOOK, "PreToolUse hook did not respond before its timeout"),
            denied(Permission.HOOK, "Execution stopped by PreToolUse hook"),
            denied(Permission.HOOK, "Blocked by PreToolUse hook"),
            denied(Permission.HOOK, "Hook PreToolUse:", " denied this tool"),
            denied(Permission.HOOK, "Hook '", "' blocked this action"),
            denied(Permission.HOOK, "", " operation blocked by hook:"),
            denied(Permission.NOBODY, "Claude requested permissions to ", ", but you haven't granted it yet"),
            denied(Permission.NOBODY, "This command requires approval"),
            denied(Permission.NOBODY, "This command uses shell operators that require approval for safety"),
            denied(Permission.NOBODY, "This ", " command contains multiple operations"),
            denied(
                    Permission.NOBODY,
                    "Commands that change directories and perform write operations require explicit approval"),
            denied(Permission.NOBODY, "sed command requires approval"),
            denied(Permission.NOBODY, "Output redirection to '", " needs approval"),
            denied(Permission.NOBODY, "", " needs approval. The path is "),
            denied(Permission.NOBODY, "", " can't be checked before it runs"),
            denied(Permission.NOBODY, "", " the path is runtime-determined and cannot be validated"),
            denied(Permission.NOBODY, "", "' was blocked. For security, Claude Code may only "),
            denied(Permission.NOBODY, "Permission rule '", " requires approval for this "),
            denied(Permission.NOBODY, "Hook '", " requires approval for this "),
            denied(Permission.NOBODY, "Classifier '", " requires approval for this "),
            denied(Permission.NOBODY, "Tool '", " requires approval for this "),
            denied(Permission.NOBODY, "Current permission mode (", " requires approval for this "),
            denied(Permission.NOBODY, "Unable to verify if domain ", " is safe to fetch"));

    /** A command that ran and failed says so first. */
    private static final String EXIT_CODE = "Exit code ";

    private static Refusal of(Outcome outcome, Permission permission, String start) {
        return new Refusal(outcome, permission, start, null);
    }

    private static Refusal denied(Permission permission, String start) {
        return of(Outcome.DENIED, permission, start);
    }

    private static Refusal denied(Permission permission, String start, String inside) {
        return new Refusal(Outcome.DENIED, permission, start, inside);
    }

    /** Empty for the text of a call that failed. */
    static Optional<Refusal> of(String text) {
        var said = ErrorCategory.withoutTag(text);
        if (said.startsWith(EXIT_CODE)) {
            return Optional.empty();
        }
        int end = said.indexOf('\n');
        var line = end < 0 ? said : said.substring(0, end);
        return ALL.stream().filter(refusal -> refusal.fits(said, line)).findFirst();
    }

    private boolean fits(String said, String line) {
        return said.startsWith(start) && (inside == null || line.indexOf(inside, start.length()) >= 0);
    }

    /** The fixed words of such a text, which may leave the machine; empty for any other text. */
    public static String phraseOf(String text) {
        return of(text).map(one -> one.inside == null ? one.start : one.start + one.inside)
                .orElse("");
    }
}
