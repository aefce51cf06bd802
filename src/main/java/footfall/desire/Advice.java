package footfall.desire;

import footfall.line.AskReason;
import footfall.line.CommandName;
import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Patch;
import footfall.line.Shell;
import footfall.loop.Repeat;
import footfall.pattern.DetourSums;
import footfall.pattern.Subject;
import footfall.pattern.Sums;
import footfall.pattern.TallyView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Set;

/**
 * The words of a desire: a title, which says what happens, and one sentence on what a team can do. It cannot change the
 * agent's tools; it can write a script, a skill, a hook, a rule, or a line into {@code CLAUDE.md} or {@code AGENTS.md}.
 */
final class Advice {
    private static final int PATTERN_MAX = 120;
    /** The error itself stays on its machine. */
    static final String SAME_ERROR = "the same error";

    private static final String INSTRUCTIONS = "CLAUDE.md or AGENTS.md";
    private static final String ON_AVERAGE = " calls on average";

    /** Reasons for a question that no rule avoids. */
    static final Set<String> FORMS =
            Set.of(AskReason.TOO_COMPLEX.word(), AskReason.EXPANSION.word(), AskReason.CD_WRITE.word());

    private Advice() {}

    /** Different for each subject, but for patterns that are longer than it shows. */
    static String title(Subject subject) {
        var name = subject.ownName();
        return switch (subject.kind()) {
            case FAILURE -> failed(subject.category(), name);
            case REPEAT -> repeated(subject.repeat().orElseThrow(), name);
            case ASKED -> name + " waits for a person to allow it";
            case PATTERN, LONG_PATTERN, TOOL, LOOP -> "Long turns of " + shortened(name, PATTERN_MAX);
        };
    }

    /** With an ellipsis in place of what comes after so many code points. */
    static String shortened(String text, int max) {
        int chars = text.codePointCount(0, text.length());
        return chars <= max ? text : text.substring(0, text.offsetByCodePoints(0, max)) + "…";
    }

    /** {@code tallied} must have members. */
    static String of(TallyView tallied) {
        var subject = tallied.subject();
        return switch (subject.kind()) {
            case FAILURE ->
                sentence(way(tallied.sums().detours())
                        + FailureCause.ofSubject(subject.ownName())
                                .map(Advice::remedy)
                                .orElseGet(() -> remedy(
                                        subject.category(), subject.ownName().equals(Patch.TOOL))));
            case REPEAT -> {
                var kind = subject.repeat().orElseThrow();
                var after = tallied.sums().detours().followed();
                yield sentence((kind == Repeat.Kind.EMPTY && after != null ? searches(after) : "") + remedy(kind));
            }
            case ASKED -> asked(tallied);
            case PATTERN, LONG_PATTERN, TOOL, LOOP -> ofPattern(tallied.sums());
        };
    }

    private static String repeated(Repeat.Kind kind, String name) {
        return switch (kind) {
            case SAME_CALL -> name + " is called again with the same input, though nothing changed";
            case SAME_READ -> name + " reads again what it has read in the same turn";
            case POLLING -> name + " asks again and again whether something has ended";
            case RERUN -> name + " runs again and again between changes";
            case EMPTY -> name + " finds nothing, and the search goes on";
        };
    }

    private static String remedy(Repeat.Kind kind) {
        return switch (kind) {
            case SAME_CALL ->
                "write into " + INSTRUCTIONS + " what its answer says and how long that holds, or give its answer with "
                        + "that of another command in one script";
            case SAME_READ ->
                "write into " + INSTRUCTIONS
                        + " that a file is not read again after the agent's own edits, and after a "
                        + "formatter or a hook only in part";
            case POLLING ->
                "run it in the foreground with a longer timeout, or by a script that returns when it has ended";
            case RERUN -> "run it in a hook after each edit, or with what comes before and after it in one script";
            case EMPTY -> "name the folders in which such files are in " + INSTRUCTIONS;
        };
    }

    private static String asked(TallyView tallied) {
        var sums = tallied.sums().detours();
        var seconds = BigDecimal.valueOf(sums.timeMs(), 3)
                .setScale(0, RoundingMode.HALF_UP)
                .toPlainString();
        var waited = sums.timeMs() == 0 ? "People " : "People were waited for " + seconds + " s in all, and ";
        long rejected = sums.occurrences() - sums.recovered();
        if (rejected > 0) {
            return waited + "rejected it " + rejected + " of " + sums.occurrences() + " times: say in " + INSTRUCTIONS
                    + " which calls are wanted.";
        }
        boolean isByForm = tallied.ways().stream().anyMatch(way -> FORMS.contains(way.way()));
        return waited + "allowed it each time: "
                + (isByForm
                        ? "put what no rule covers (variables, $(...), several commands) into a script, and allow that."
                        : "look whether footfall export --out-dir proposes a rule for it.");
    }

    private static String ofPattern(Sums sums) {
        return "They take " + mean(sums.length(), sums.turns()) + ON_AVERAGE
                + ": write a script or a skill that does this work in fewer calls.";
    }

    /** What to do, in so few words that a line of a table has room for it. */
    static String brief(String advice) {
        int way = advice.indexOf(ON_AVERAGE);
        var what = way < 0 ? advice : advice.substring(advice.indexOf(": ", way) + 2);
        return sentence(what.substring(0, what.length() - 1)
                .replaceFirst("^[Ww]rite into " + INSTRUCTIONS + " that ", "in CLAUDE.md: ")
                .replace(INSTRUCTIONS, "CLAUDE.md"));
    }

    static boolean isCommand(String subject) {
        var name = FailureCause.withoutCause(subject);
        return CommandName.isKnown(name) || Shell.runs(name);
    }

    private static String way(DetourSums sums) {
        long given = sums.occurrences() - sums.recovered(); // A recovery without success counts its failure only.
        return sums.recovered() == 0
                ? ""
                : mean(sums.steps() - given, sums.recovered()) + ON_AVERAGE + " from failure to success: ";
    }

    private static String searches(DetourSums.Followed after) {
        long given = after.recoveries() - after.recovered();
        return after.recovered() == 0
                ? ""
                : mean(after.steps() - given, after.recovered()) + " calls on average until a search finds something: ";
    }

    private static String sentence(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
    }

    private static String failed(ErrorCategory category, String subject) {
        return FailureCause.withoutCause(subject) + " "
                + FailureCause.ofSubject(subject).map(Advice::failed).orElseGet(() -> failed(category))
                + (FailureCause.SAME_ERROR.isOf(subject) ? " " + FailureCause.hashOf(subject) : "");
    }

    private static String failed(FailureCause cause) {
        return switch (cause) {
            case NOTHING -> "answers no, and prints nothing";
            case SIBLING -> "does not run, because a call beside it failed";
            case PARTLY -> "finds something, but not all of its paths";
            case SAME_ERROR -> "fails with " + SAME_ERROR;
            case FOLDER -> "is called with folders in place of files";
            case AMBIGUOUS -> "finds the text to replace more than once";
            case HTTP_STATUS -> "gets an error from the server";
            case LINE_ENDS -> "runs a script with line ends of Windows";
            case QUOTING -> "has quotes that the shell does not understand";
            case NO_UPSTREAM -> "finds no upstream branch";
            case PROTECTED_BRANCH -> "is refused by a protected branch";
            case BEHIND_REMOTE -> "is behind its remote";
            case CONFLICT -> "ends in conflicts";
            case IGNORED_FILE -> "names files that .gitignore excludes";
            case HOOK -> "is stopped by what a hook checks";
            case NO_MODULE -> "lacks a module";
            case WRONG_FOLDER -> "comes after a cd into a folder that is not there";
            case NO_FILE -> "is called with paths that are not there";
            case PATTERN_AS_OPTION -> "takes a pattern that begins with - for an option";
            case USAGE -> "is called with options that it does not have";
        };
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
            case COMMAND_FAILED -> "ends with an error";
            case MCP -> "returns an error of its MCP server";
            case OTHER -> "fails";
        };
    }

    private static String remedy(FailureCause cause) {
        return switch (cause) {
            case NOTHING, SIBLING, PARTLY -> "nothing: it is an answer";
            case SAME_ERROR -> "put what ended it, as its latest cases show, into the set-up, or into " + INSTRUCTIONS;
            case FOLDER -> "write into " + INSTRUCTIONS + " that folders are listed before a file of them is read";
            case AMBIGUOUS ->
                "write into " + INSTRUCTIONS + " that an edit names enough lines around the text, or replaces all";
            case HTTP_STATUS -> "name an address that works in " + INSTRUCTIONS + ", or a tool that is logged in";
            case LINE_ENDS -> "convert the scripts once, and set eol=lf in .gitattributes";
            case QUOTING ->
                "write into " + INSTRUCTIONS
                        + " that expressions stand in single quotes, and commands with both kinds in a script";
            case NO_UPSTREAM -> "set push.autoSetupRemote in the configuration of git";
            case PROTECTED_BRANCH -> "write into " + INSTRUCTIONS + " that changes go through pull requests";
            case BEHIND_REMOTE -> "write into " + INSTRUCTIONS + " to pull with --rebase before a push";
            case CONFLICT -> "write into " + INSTRUCTIONS + " when to rebase, and how conflicts are solved here";
            case IGNORED_FILE ->
                "name in " + INSTRUCTIONS + " the ignored files that belong to the repository (git add -f)";
            case HOOK -> "name in " + INSTRUCTIONS + " what the hook runs, so that it runs before";
            case NO_MODULE -> "name in " + INSTRUCTIONS + " the command that runs in the environment of the project";
            case WRONG_FOLDER ->
                "write into " + INSTRUCTIONS + " that a cd stays: paths are absolute, or a subshell enters the folder";
            case NO_FILE -> "write into " + INSTRUCTIONS + " that a file is looked for by its name first";
            case PATTERN_AS_OPTION -> "write into " + INSTRUCTIONS + " that -- stands before a pattern";
            case USAGE -> "show valid calls in " + INSTRUCTIONS;
        };
    }

    private static String remedy(ErrorCategory category, boolean isPatch) {
        return switch (category) {
            case UNKNOWN_TOOL ->
                "write into " + INSTRUCTIONS + " that there is no such tool, or add the server that has it";
            case ENV_NEED -> "install it, or name the command to use instead in " + INSTRUCTIONS;
            case EDIT_MISMATCH ->
                isPatch
                        ? "write into " + INSTRUCTIONS
                                + " that a patch is of one file, with its lines as they are there"
                        : "write into " + INSTRUCTIONS + " that the lines to replace are copied as they are, and read "
                                + "again only after a formatter or a hook";
            case NOT_READ_FIRST -> "write into " + INSTRUCTIONS + " that a file is read before it is edited";
            case STALE_READ -> "run formatters and generators at the end of a turn, not between edits";
            case TOO_LARGE -> "name the large files in " + INSTRUCTIONS + ", and how to search them";
            case FILE_NOT_FOUND ->
                "write into " + INSTRUCTIONS + " that a file is looked for by its name before it is read, and name the "
                        + "folders";
            case PERMISSION -> "allow what is safe by a rule, and say in " + INSTRUCTIONS + " what is not allowed";
            case TIMEOUT -> "say in " + INSTRUCTIONS + " how long it takes, and run it in the background";
            case VALIDATION -> "show a valid call in " + INSTRUCTIONS + " or in the description of the tool";
            case NETWORK -> "name an address that agents can reach in " + INSTRUCTIONS + ", or a local copy";
            case COMMAND_FAILED ->
                "write a script that prints the cause and the place of the error first, and name it in " + INSTRUCTIONS;
            case MCP -> "let the error of the server say what to change in the call";
            case OTHER -> "look at the cases, and name what works instead in " + INSTRUCTIONS;
        };
    }

    private static String mean(long sum, long count) {
        return BigDecimal.valueOf(sum)
                .divide(BigDecimal.valueOf(count), 1, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
