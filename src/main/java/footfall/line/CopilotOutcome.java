package footfall.line;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * How a Copilot call ended. {@code error}: the text of a call that did not end well, else null. {@code exitCode}: of
 * its command; null while it runs, or when there is none.
 */
record CopilotOutcome(Outcome outcome, String error, Integer exitCode) {
    /** At the end of the output of a command. */
    private static final Pattern EXIT =
            Pattern.compile("<shellId: [^<>\\n]{1,64} completed with exit code (-?\\d{1,20})>\\s*\\z");

    /** UTF-16 units at the end of an output that are searched. */
    private static final int SEARCHED_MAX = 200;

    private static final Set<String> REJECTIONS = Set.of("denied", "rejected");
    private static final Pattern REJECTED =
            Pattern.compile("The user rejected this tool call|Permission\\b.*\\bdenied\\b|Denied by preToolUse hook");
    private static final Pattern CANCELLED = Pattern.compile(".* was interrupted\\b");

    /** {@code text}: of the result or of the error, empty when absent. */
    static CopilotOutcome of(CopilotDraft draft, String text) {
        if (!draft.isSuccess()) {
            return new CopilotOutcome(ofFailure(draft.data.in("error").text("code"), text), text, null);
        }
        var code = exitCode(draft.data, text);
        boolean isOk = code == null || code == 0;
        return new CopilotOutcome(isOk ? Outcome.OK : Outcome.ERROR, isOk ? null : text, code);
    }

    /** What a shipper derived; {@code text}: the part of the error that it left. */
    static CopilotOutcome ofDerived(DerivedFields words, String text) {
        var outcome = words.outcome() == null ? Outcome.OK : words.outcome();
        return new CopilotOutcome(outcome, outcome == Outcome.OK ? null : text, words.exitCode());
    }

    private static Outcome ofFailure(String code, String text) {
        if (code != null && REJECTIONS.contains(code) || REJECTED.matcher(text).lookingAt()) {
            return Outcome.REJECTED;
        }
        return CANCELLED.matcher(text).lookingAt() ? Outcome.CANCELLED : Outcome.ERROR;
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
