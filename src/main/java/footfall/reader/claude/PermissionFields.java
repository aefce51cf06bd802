package footfall.reader.claude;

import footfall.line.AskReason;
import footfall.line.Outcome;
import footfall.line.Permission;
import footfall.line.ToolResult;
import footfall.scan.JsonScanner;

/**
 * Who let a call of Claude Code run, or who stopped it: {@code permissionDecision}, {@code toolDenialKind},
 * {@code toolDenialBeforeRun} and {@code toolDenialAfterRun} of the line of its result. Absent fields are null or
 * false.
 */
final class PermissionFields {
    private String decision;
    private String source;
    private String reason;
    private String scope;
    String denial;
    boolean isBeforeRun;
    boolean isAfterRun;

    void decision(JsonScanner json) {
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "decision" -> decision = json.text();
                case "source" -> source = json.text();
                case "reasonCode" -> reason = json.text();
                case "grantScope" -> scope = json.text();
                default -> {}
            }
        }
    }

    /** The result as these fields say it ended; where they say nothing, as its text does. */
    ToolResult applied(ToolResult result) {
        var ended = ended(result);
        boolean isAsked = ended.permission() != null && ended.permission().isPersons();
        return isAsked ? ended.asked(ended.permission(), askedFor(), 0) : ended;
    }

    private AskReason askedFor() {
        return switch (reason == null ? "" : reason) {
            case "bashMiss:no-rule-match" -> AskReason.NO_RULE;
            case "bashMiss:too-complex" -> AskReason.TOO_COMPLEX;
            case "bashMiss:shell-expansion" -> AskReason.EXPANSION;
            case "bashMiss:cd-compound-write" -> AskReason.CD_WRITE;
            case "unknown" -> AskReason.PATH;
            default -> null;
        };
    }

    private ToolResult ended(ToolResult result) {
        if (result.outcome() == Outcome.OK || isAfterRun) {
            return result.ended(isAfterRun ? Outcome.ERROR : Outcome.OK, allowed());
        } else if ("reject".equals(decision)) {
            var by = denied();
            return result.ended(by == Permission.USER ? Outcome.REJECTED : Outcome.DENIED, by);
        }
        return switch (denial == null ? "" : denial) {
            case "permission-rule" -> result.ended(Outcome.DENIED, denied());
            case "automode-blocked", "automode-unavailable", "automode-parsing-error" ->
                result.ended(Outcome.DENIED, Permission.CLASSIFIER);
            case "user-rejected" ->
                isBeforeRun ? result.ended(Outcome.REJECTED, Permission.USER) : result.ended(Outcome.INTERRUPTED, null);
            case "interrupted" -> result.ended(Outcome.INTERRUPTED, null);
            case "cancelled" -> result.ended(Outcome.CANCELLED, null);
            default -> result.outcome() == Outcome.ERROR ? result.ended(Outcome.ERROR, allowed()) : result;
        };
    }

    private Permission allowed() {
        if (!"accept".equals(decision)) {
            return null;
        }
        return switch (source == null ? "" : source) {
            case "config" -> Permission.CONFIG;
            case "hook" -> Permission.HOOK;
            case "user_temporary" -> "session".equals(scope) ? Permission.USER_SESSION : Permission.USER_ONCE;
            case "user_permanent" -> Permission.USER_ALWAYS;
            default -> null;
        };
    }

    private Permission denied() {
        boolean isPerson = "user_reject".equals(source) || "user_abort".equals(source);
        if (isPerson || "hook".equals(source)) {
            return isPerson ? Permission.USER : Permission.HOOK;
        } else if (denial != null && denial.startsWith("automode-")) {
            return Permission.CLASSIFIER;
        }
        return switch (reason == null ? "" : reason.substring(0, reason.indexOf(':') + 1)) {
            case "rule:" -> Permission.RULE;
            case "hook:" -> Permission.HOOK;
            case "mode:" -> Permission.MODE;
            default -> "permission-rule".equals(denial) ? Permission.RULE : Permission.NOBODY;
        };
    }
}
