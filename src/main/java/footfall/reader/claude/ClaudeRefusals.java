package footfall.reader.claude;

import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.Refusal;
import java.util.List;

/** The texts of calls that were not allowed to run, or not to end, as Claude Code writes them. */
final class ClaudeRefusals {
    private static final String STOP = "The user doesn't want to proceed with this tool use. The tool use was rejected "
            + "(eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and "
            + "wait for the user to tell you how to proceed. ";

    static final List<Refusal> ALL = List.of(
            Refusal.of(
                    Outcome.INTERRUPTED,
                    null,
                    STOP + "Correction to the text above: this call was stopped while running"),
            Refusal.of(Outcome.REJECTED, Permission.USER, "The user doesn't want to"),
            Refusal.of(Outcome.REJECTED, Permission.USER, "User rejected tool use"),
            Refusal.of(Outcome.REJECTED, Permission.USER, "[Request interrupted by user"),
            Refusal.of(Outcome.INTERRUPTED, null, "[Tool call interrupted: "),
            Refusal.of(Outcome.INTERRUPTED, null, "[Agent call interrupted: "),
            Refusal.of(Outcome.INTERRUPTED, null, "[Tool call did not complete: "),
            Refusal.of(Outcome.CANCELLED, null, "Sibling tool call errored"),
            Refusal.of(Outcome.CANCELLED, null, "Cancelled: parallel tool call"),
            Refusal.of(Outcome.CANCELLED, null, "[Tool call skipped: "),
            Refusal.denied(
                    Permission.CLASSIFIER,
                    "Permission for this action was denied by the Claude Code auto mode classifier."),
            Refusal.denied(Permission.CLASSIFIER, "Permission for this action has been denied."),
            Refusal.denied(Permission.CLASSIFIER, "", ", so auto mode cannot determine the safety of "),
            Refusal.denied(Permission.NOBODY, "Permission for this tool use was denied"),
            Refusal.denied(
                    Permission.MODE,
                    "Permission to ",
                    " has been denied because Claude Code is running in don't ask mode"),
            Refusal.denied(Permission.RULE, "Permission to ", " has been denied"),
            Refusal.denied(Permission.RULE, "Agent type '", " has been denied by permission rule "),
            Refusal.denied(Permission.RULE, "File is in a directory that is denied by your permission settings"),
            Refusal.denied(Permission.HOOK, "PreToolUse:", " hook error: "),
            Refusal.denied(Permission.HOOK, "PreToolUse hook did not respond before its timeout"),
            Refusal.denied(Permission.HOOK, "Execution stopped by PreToolUse hook"),
            Refusal.denied(Permission.HOOK, "Blocked by PreToolUse hook"),
            Refusal.denied(Permission.HOOK, "Hook PreToolUse:", " denied this tool"),
            Refusal.denied(Permission.HOOK, "Hook '", "' blocked this action"),
            Refusal.denied(Permission.HOOK, "", " operation blocked by hook:"),
            Refusal.denied(Permission.NOBODY, "Claude requested permissions to ", ", but you haven't granted it yet"),
            Refusal.denied(Permission.NOBODY, "This command requires approval"),
            Refusal.denied(Permission.NOBODY, "This command uses shell operators that require approval for safety"),
            Refusal.denied(Permission.NOBODY, "This ", " command contains multiple operations"),
            Refusal.denied(
                    Permission.NOBODY,
                    "Commands that change directories and perform write operations require explicit approval"),
            Refusal.denied(Permission.NOBODY, "sed command requires approval"),
            Refusal.denied(Permission.NOBODY, "Output redirection to '", " needs approval"),
            Refusal.denied(Permission.NOBODY, "", " needs approval. The path is "),
            Refusal.denied(Permission.NOBODY, "", " can't be checked before it runs"),
            Refusal.denied(Permission.NOBODY, "", " the path is runtime-determined and cannot be validated"),
            Refusal.denied(Permission.NOBODY, "", "' was blocked. For security, Claude Code may only "),
            Refusal.denied(Permission.NOBODY, "Permission rule '", " requires approval for this "),
            Refusal.denied(Permission.NOBODY, "Hook '", " requires approval for this "),
            Refusal.denied(Permission.NOBODY, "Classifier '", " requires approval for this "),
            Refusal.denied(Permission.NOBODY, "Tool '", " requires approval for this "),
            Refusal.denied(Permission.NOBODY, "Current permission mode (", " requires approval for this "),
            Refusal.denied(Permission.NOBODY, "Unable to verify if domain ", " is safe to fetch"));

    private ClaudeRefusals() {}
}
