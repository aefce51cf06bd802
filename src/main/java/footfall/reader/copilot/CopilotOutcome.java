package footfall.reader.copilot;

import footfall.line.LenientJson;
import footfall.line.Outcome;
import footfall.line.Permission;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a Copilot call ended. {@code error}: the text of a call that did not end well, else null. {@code exitCode}: of
 * its command; null while it runs, or when there is none. {@code permission}: who did not let it run.
 */
record CopilotOutcome(Outcome outcome, String error, Integer exitCode, Permission permission) {
    /** At the end of the output of a command. */
    private static final Pattern EXIT =
            Pattern.compile("<shellId: [^<>\\n]{1,64} completed with exit code (-?\\d{1,20})>\\s*\\z");

    /** UTF-16 units at the end of an output that are searched. */
    private static final int SEARCHED_MAX = 200;

    private static final Set<String> REJECTIONS = Set.of("denied", "rejected");
    private static final Pattern BY_HOOK = Pattern.compile("Denied by preToolUse hook");
    private static final Pattern BY_RULE = Pattern.compile("Permission\\b.*\\bdenied due to the following rules");
    private static final Pattern BY_NOBODY = Pattern.compile("Permission\\b.*\\bdenied\\b");
    private static final Pattern BY_USER = Pattern.compile("The user rejected this tool call");
    private static final Pattern INTERRUPTED = Pattern.compile(".* was interrupted\\b");

    /** {@code text}: of the result or of the error, empty when absent. */
    static CopilotOutcome of(CopilotDraft draft, String text) {
        if (!draft.isSuccess()) {
            return ofFailure(draft.data.in("error").text("code"), text);
        }
        var code = exitCode(draft.data, text);
        boolean isOk = code == null || code == 0;
        return new CopilotOutcome(isOk ? Outcome.OK : Outcome.ERROR, isOk ? null : text, code, null);
    }

    private static CopilotOutcome ofFailure(String code, String text) {
        var by = BY_HOOK.matcher(text).lookingAt()
                ? Permission.HOOK
                : BY_RULE.matcher(text).lookingAt()
                        ? Permission.RULE
                        : BY_NOBODY.matcher(text).lookingAt() ? Permission.NOBODY : null;
        if (by != null) {
            return new CopilotOutcome(Outcome.DENIED, text, null, by);
        } else if (code != null && REJECTIONS.contains(code)
                || BY_USER.matcher(text).lookingAt()) {
            return new CopilotOutcome(Outcome.REJECTED, text, null, Permission.USER);
        }
        boolean isInterrupted = INTERRUPTED.matcher(text).lookingAt();
        return new CopilotOutcome(isInterrupted ? Outcome.INTERRUPTED : Outcome.ERROR, text, null, null);
    }

    private static Integer exitCode(CopilotFields data, String text) {
        var code = data.in("shellExecution").exitCode;
        if (code != null || data.in("result").exitCode != null) {
            return code == null ? data.in("result").exitCode : code;
        }
        var found = EXIT.matcher(text.substring(Math.max(0, text.length() - SEARCHED_MAX)));
        return found.find() ? LenientJson.exitCode(found.group(1)) : null;
    }
}
