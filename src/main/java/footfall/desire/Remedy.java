package footfall.desire;

import footfall.line.ErrorCategory;
import footfall.line.FailureCause;
import footfall.line.Patch;
import footfall.loop.Repeat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A block of Markdown for {@code CLAUDE.md}, {@code AGENTS.md} or a skill that tells agents what to do about a desire,
 * with cases of it. A text to review: what only a person knows is left open as {@link #OPEN}. The cases are from
 * transcripts, so it stays on the machine until somebody publishes it.
 */
public final class Remedy {
    /** What a person has to fill in. */
    public static final String OPEN = "___";

    /** What a shell's summary is where the error itself stays on its machine. */
    private static final Pattern EXIT = Pattern.compile("Exit code \\d+");

    private static final int CASES_MAX = 10;
    private static final int STEPS_MAX = 30;
    private static final int WORKED_MAX = 3;
    private static final int CASE_CHARS = 160;
    private static final int NAMED_MIN = 4;
    private static final String GAP = " … ";
    private static final String FOLDERS = "(?<![\\w.~/-])(?:~/|/)(?:[^\\s/'\"]+/)*?";
    private static final String PATH_END = "(?:/|(?=[\\s'\":;,)]|$))";
    private static final Pattern WORKTREE =
            Pattern.compile("(?<![\\w.~/-])[/~][^\\s'\"]*?worktrees/[^\\s/'\"]+" + PATH_END);
    /** A sentence whose end says what works. */
    private static final Pattern ANSWER = Pattern.compile("Use " + OPEN + " instead\\.|.* (?:is|are): " + OPEN + "\\.");

    /** The causes whose errors name what the rule is about. */
    private static final Set<FailureCause> NAMING =
            Set.of(FailureCause.HOOK, FailureCause.IGNORED_FILE, FailureCause.NO_FILE);

    private static final String PATCH = "`" + Patch.TOOL + "`";
    private static final Set<String> SEARCHES = Set.of("`rg`", "`grep`");

    private static final String END = "<!-- /footfall -->";

    private Remedy() {}

    private static String begin(String id) {
        return "<!-- footfall: " + id.replace("--", "- -").replaceAll("\\s+", " ") + " -->";
    }

    /**
     * A call in which a desire occurs. {@code text}: its command, file or search; {@code error}: the line that says why
     * it failed; {@code worked}: what did the same with success afterwards; {@code between}: the files that were edited
     * before that, or else, if the same call worked, the commands that ran. All but the text may be null.
     */
    public record Case(String project, String text, String error, String worked, Between between) {
        /** Files that were edited, or commands. */
        public record Between(List<String> edited, List<String> ran) {
            public static final Between NOTHING = new Between(List.of(), List.of());
        }

        public Case(String project, String text, String error, String worked) {
            this(project, text, error, worked, Between.NOTHING);
        }

        /** On one line, without the folder of the project. */
        public String shownText() {
            return Remedy.shown(inProject(text), error == null ? null : inProject(error));
        }

        /** The same of another text of the case; null for none. */
        public String shown(String other) {
            return other == null ? null : Remedy.shown(inProject(other), null);
        }

        /**
         * The error where it is wanted, and that the form was not its cause where the same call worked later; of a
         * search what found something.
         */
        private String shown(boolean isErrorWanted, boolean isSearch) {
            var said = isErrorWanted && error != null ? ": " + code(Remedy.shown(inProject(error), null)) : "";
            var later = isSearch && worked != null && !text.equals(worked)
                    ? " (then found something: " + code(Remedy.shown(inProject(worked), null)) + ")"
                    : text.equals(worked) ? " (the same worked later)" : "";
            return code(shownText()) + said + later;
        }

        private String inProject(String path) {
            var inWorktree = WORKTREE.matcher(path).replaceAll(Case::rest);
            return project == null
                    ? inWorktree
                    : Pattern.compile(FOLDERS + Pattern.quote(project) + PATH_END)
                            .matcher(inWorktree)
                            .replaceAll(Case::rest);
        }

        private static String rest(MatchResult folder) {
            return folder.group().endsWith("/") ? "" : ".";
        }
    }

    /**
     * {@code cases}: the latest first, of which equal ones count once; of a turn pattern the steps of its latest turn,
     * in their order.
     */
    public static String of(Desire desire, List<Case> cases) {
        var text = new StringBuilder(begin(desire.id()) + "\n");
        text.append("### ").append(line(title(desire, cases))).append("\n\n");
        var failed = cases.stream().map(one -> code(one.shownText())).collect(Collectors.toSet());
        var worked = cases.stream()
                .filter(one -> one.worked != null && !one.worked.equals(one.text))
                .map(one -> code(shown(one.inProject(one.worked), null)))
                .filter(one -> !failed.contains(one)) // Another folder, which is not shown, may have been the cause.
                .distinct()
                .limit(WORKED_MAX)
                .toList();
        var helped = helped(desire, cases);
        var rule = filled(desire, rule(desire), worked, helped);
        text.append(rule).append('\n');
        if (desire.isTurnPattern()) {
            var steps = cases.stream().map(Case::shownText).map(Remedy::code).toList();
            text.append(listed("Its latest turn:", "1. ", steps.subList(0, Math.min(STEPS_MAX, steps.size()))));
            text.append(steps.size() > STEPS_MAX ? "\nand " + (steps.size() - STEPS_MAX) + " more\n" : "");
        } else {
            boolean isByError = rule.contains(OPEN)
                    || !helped.isEmpty()
                    || FailureCause.ofSubject(desire.subject())
                            .filter(NAMING::contains)
                            .isPresent();
            text.append(byProject(cases, isByError, isFileSearch(desire)));
        }
        return text + END + "\n";
    }

    /** The title, with the error that the cases have in common. */
    public static String title(Desire desire, List<Case> cases) {
        var said = FailureCause.SAME_ERROR.isOf(desire.subject())
                ? cases.stream()
                        .map(Case::error)
                        .filter(error -> error != null && !EXIT.matcher(error).matches())
                        .findFirst()
                : Optional.<String>empty();
        return said.map(error -> desire.title()
                        .replaceAll(
                                Advice.SAME_ERROR + ".*",
                                Matcher.quoteReplacement("\"" + error.replaceAll("[.]$", "") + "\"")))
                .orElse(desire.title());
    }

    /**
     * What was done before it worked: against the same error the edits of most cases, against a hook the commands that
     * check the same, else the commands before the same call; empty for nothing.
     */
    private static String helped(Desire desire, List<Case> cases) {
        var ran = cases.stream()
                .filter(one -> one.worked != null || FailureCause.HOOK.isOf(desire.subject()))
                .flatMap(one -> one.between.ran.stream().map(call -> code(shown(one.inProject(call), null))))
                .distinct()
                .limit(WORKED_MAX)
                .toList();
        if (FailureCause.HOOK.isOf(desire.subject())) {
            return ran.isEmpty() ? "" : "Here these are its checks: " + String.join(", ", ran) + ".";
        }
        var edits = new LinkedHashMap<String, Integer>();
        var ended = cases.stream().filter(one -> one.worked != null).toList();
        ended.forEach(one -> one.between.edited.stream()
                .map(file -> code(shown(one.inProject(file), null)))
                .distinct()
                .forEach(file -> edits.merge(file, 1, Integer::sum)));
        boolean isSame = FailureCause.SAME_ERROR.isOf(desire.subject());
        edits.values().removeIf(count -> !isSame || 2 * count <= ended.size() || count < 2);
        return edits.isEmpty()
                ? ran.isEmpty() ? "" : "It worked after: " + String.join(", ", ran) + ". Run that before it."
                : "The error ended with an edit of: "
                        + edits.keySet().stream().limit(WORKED_MAX).collect(Collectors.joining(", ")) + ".";
    }

    /** Whether a later search may have found what its calls sought in vain. */
    public static boolean isFileSearch(Desire desire) {
        return desire.category().equals(Repeat.Kind.EMPTY.word())
                || desire.category().equals(ErrorCategory.FILE_NOT_FOUND.word()) && !Advice.isCommand(desire.subject());
    }

    private static String byProject(List<Case> cases, boolean areErrorsShown, boolean areSearches) {
        var lines = new LinkedHashMap<String, List<String>>();
        var known = new HashSet<String>();
        for (var one : cases) {
            var project = one.project == null ? "another project" : line(one.project);
            if (known.size() < CASES_MAX && known.add(project + ": " + one.shownText())) {
                lines.computeIfAbsent(project, none -> new ArrayList<>()).add(one.shown(areErrorsShown, areSearches));
            }
        }
        boolean isOne = lines.size() == 1;
        return lines.entrySet().stream()
                .map(one -> listed(isOne ? "Seen with:" : "Seen in " + one.getKey() + " with:", "* ", one.getValue()))
                .collect(Collectors.joining());
    }

    /** A rule with what helped, or else what worked, in place of what is open. */
    private static String filled(Desire desire, String rule, List<String> worked, String helped) {
        boolean isOpen = rule.contains(OPEN) || FailureCause.IGNORED_FILE.isOf(desire.subject());
        if (helped.isEmpty() && (worked.isEmpty() || !isOpen)) {
            return rule;
        }
        var known = Stream.of(isOpen ? rule.split("(?<=\\.) ") : new String[] {rule})
                .map(sentence -> ANSWER.matcher(sentence).matches() ? "" : sentence.replace(": " + OPEN + ".", "."))
                .filter(sentence -> !sentence.isEmpty());
        var answer = helped.isEmpty() ? "What worked: " + String.join(", ", worked) + "." : helped;
        return Stream.concat(known, Stream.of(answer)).collect(Collectors.joining(" "));
    }

    private static String listed(String title, String mark, List<String> lines) {
        return lines.isEmpty()
                ? ""
                : "\n" + title + "\n\n"
                        + lines.stream().map(one -> mark + one + "\n").collect(Collectors.joining());
    }

    /** On one line: of a long text the beginning, the end, and what the error, if any, names. */
    private static String shown(String text, String error) {
        var line = text.replaceAll("\\s+", " ").replace("<!--", "<!- -").strip();
        var chars = line.codePoints().toArray();
        if (chars.length <= CASE_CHARS) {
            return line;
        }
        int named = named(line, error);
        int end = chars.length - CASE_CHARS / 3;
        if (named < CASE_CHARS / 3 || named >= end) {
            return new String(chars, 0, CASE_CHARS * 2 / 3) + GAP + new String(chars, end, chars.length - end);
        }
        int from = Math.max(CASE_CHARS / 3, named - CASE_CHARS / 12);
        int to = Math.min(end, from + CASE_CHARS / 3);
        return new String(chars, 0, CASE_CHARS / 3)
                + (from > CASE_CHARS / 3 ? GAP : "")
                + new String(chars, from, to - from)
                + (to < end ? GAP : "")
                + new String(chars, end, chars.length - end);
    }

    /** Where the longest word of the error is that the line has, as a number of code points; -1 for nowhere. */
    private static int named(String line, String error) {
        var words = error == null ? Stream.<String>empty() : Stream.of(error.split("[^\\w./@:-]+"));
        return words.filter(word -> word.length() >= NAMED_MIN)
                .map(word -> word.replaceAll("[.:]+$", ""))
                .filter(line::contains)
                .max(Comparator.comparingInt(String::length))
                .map(word -> line.codePointCount(0, line.indexOf(word)))
                .orElse(-1);
    }

    /** The beginning of a new {@code SKILL.md}, from which an agent learns when to use it. */
    public static String skill(String name, Desire desire) {
        return "---\nname: " + name + "\ndescription: Use it for " + OPEN + " ("
                + line(desire.title()).replaceAll("[:#]", " ") + ").\n---\n";
    }

    /** A document with the block in place of an earlier one for the same desire, else at the end. */
    public static String in(String document, String id, String block) {
        var earlier =
                Pattern.compile(Pattern.quote(begin(id)) + "\\R.*?" + Pattern.quote(END) + "\\R?", Pattern.DOTALL);
        var found = earlier.matcher(document);
        if (found.find()) {
            return document.substring(0, found.start()) + block + document.substring(found.end());
        }
        var gap = document.isEmpty() ? "" : document.endsWith("\n") ? "\n" : "\n\n";
        return document + gap + block;
    }

    private static String rule(Desire desire) {
        var name = code(line(FailureCause.withoutCause(desire.subject())));
        var cause = FailureCause.ofSubject(desire.subject());
        if (desire.isFailure() && cause.isPresent()) {
            return rule(cause.get(), name);
        }
        var failed = ErrorCategory.ofWord(desire.category()).map(category -> rule(category, name));
        var repeated = Repeat.Kind.ofWord(desire.category()).map(kind -> rule(kind, name));
        if (desire.category().equals(Desire.ASKED)) {
            return asked(desire, name);
        }
        return failed.or(() -> repeated)
                .orElseGet(() -> "This work takes " + String.format(Locale.ROOT, "%.1f", desire.avgLength())
                        + " calls on average. Use the script or skill " + OPEN + " for it.");
    }

    /** What still asks in spite of a rule, of Claude Code 2.1.332. */
    private static String asked(Desire desire, String name) {
        var questions = desire.questions();
        boolean isRejected = questions.rejected() != null && questions.rejected() > 0;
        if (isRejected) {
            return "People reject some calls of " + name + ". Call it only as: " + OPEN + ".";
        }
        return Stream.ofNullable(questions.reasons())
                        .flatMap(List::stream)
                        .map(Desire.Questions.Count::word)
                        .noneMatch(Advice.FORMS::contains)
                ? "People always allow these calls of " + name
                        + ". `footfall export --out-dir DIR` proposes a rule for "
                        + "`permissions.allow` of `.claude/settings.json`, unless it would cover too much."
                : "Call " + name
                        + " without assignments before it, variables, `$(...)`, loops, `;`, `&` and redirections: "
                        + "in these forms it asks a person in spite of a rule. Put them into a script.";
    }

    private static String rule(Repeat.Kind kind, String name) {
        return switch (kind) {
            case SAME_CALL ->
                "Do not call " + name + " again with the same input until something has changed: its answer still "
                        + "holds.";
            case SAME_READ ->
                "Do not read a file again that you have read: you know what your own edits changed. If a formatter, a "
                        + "hook or a command changed it since, read only the lines that you need.";
            case POLLING ->
                "Do not poll with " + name
                        + ": wait for the end in one call, with a timeout (or `yield_time_ms`) as long as "
                        + "the command takes.";
            case RERUN ->
                "Make all changes that belong together before you run " + name + " again, or let a hook run it.";
            case EMPTY ->
                "These were not found. Search where a later call found something, and list a folder before you "
                        + "guess the names of files in it.";
        };
    }

    private static String rule(FailureCause cause, String name) {
        return switch (cause) {
            case NOTHING, SIBLING, PARTLY -> "An answer, and no fault.";
            case SAME_ERROR -> "Set this up before " + name + " runs, also in a new worktree, and commit it.";
            case FOLDER -> "List a folder before you call " + name + ", which takes files.";
            case AMBIGUOUS ->
                "Name enough lines around the text to replace that it is there once, or replace all of them.";
            case HTTP_STATUS -> "These addresses answer with an error. Use " + OPEN + " instead.";
            case LINE_ENDS -> "Scripts have the line ends of Unix here: write them so.";
            case QUOTING ->
                "Put expressions into single quotes. Write a command that needs both kinds of quotes, or backquotes, "
                        + "into a script.";
            case NO_UPSTREAM ->
                "Push a new branch with `git push -u origin HEAD`, or run once `git config push.autoSetupRemote true`.";
            case PROTECTED_BRANCH -> "Do not push to a protected branch: push another one, and open a pull request.";
            case BEHIND_REMOTE -> "Run `git pull --rebase` before " + name + ".";
            case CONFLICT ->
                "Fetch and rebase before you begin. After conflicts are solved, go on with "
                        + "`GIT_EDITOR=true git rebase --continue`.";
            case IGNORED_FILE ->
                "`.gitignore` names these files: add those that belong to the repository with `git add -f`.";
            case HOOK -> "Before " + name + ", run what its hook checks, and change what it wants changed.";
            case NO_MODULE -> "Run " + name + " in the environment of the project: " + OPEN + ".";
            case WRONG_FOLDER ->
                "An earlier `cd` stays: use absolute paths, or enter a folder in a subshell, as in `(cd x && ls)`.";
            case NO_FILE ->
                "These paths were sought in vain: "
                        + (SEARCHES.contains(name)
                                ? "search in the folder above, or in `.` with `-g` or `--include`."
                                : "look for a file by its name in the folder above first.");
            case PATTERN_AS_OPTION -> "Put `--` before the pattern of " + name + ": `rg -n -- '- name' DIR`.";
            case USAGE -> "A valid call of " + name + " is: " + OPEN + ".";
        };
    }

    private static String rule(ErrorCategory category, String name) {
        return switch (category) {
            case UNKNOWN_TOOL -> "Do not call " + name + ": there is no such tool where it was called.";
            case ENV_NEED -> name + " was not found where it was called. Use " + OPEN + " instead.";
            case EDIT_MISMATCH ->
                name.equals(PATCH)
                        ? "Patch one file at a time, because a patch that does not fit one of its files changes none. "
                                + "Give the hunks in the order of the file, and copy the lines around a change as they "
                                + "are there, all of them and the blank ones, too."
                        : "Copy the lines to replace from where you read or wrote them last, with their own quotes, "
                                + "backslashes and line breaks. If a formatter, a hook or a command changed the file "
                                + "since, read these lines again, and only these.";
            case NOT_READ_FIRST ->
                "Read a file before you edit it for the first time, also in a session that was resumed or compacted.";
            case STALE_READ ->
                "After a formatter, a generator or another command that changes files, read a file again before you "
                        + "edit it.";
            case TOO_LARGE -> "These files are too large to be read whole: search in them, or read a part.";
            case FILE_NOT_FOUND ->
                "These paths were sought in vain: look for a file by its name before you read it, and not beside other "
                        + "calls, which are cancelled with it.";
            case PERMISSION -> name + " is not allowed in these forms. Use " + OPEN + " instead.";
            case TIMEOUT -> name + " takes " + OPEN + " minutes: give it that time, or run it in the background.";
            case VALIDATION -> "A valid call of " + name + " is: " + OPEN + ".";
            case NETWORK -> "These addresses gave no answer or an error. Use " + OPEN + " instead.";
            case COMMAND_FAILED, OTHER -> name + " failed in these forms. What works is: " + OPEN + ".";
            case MCP -> name + " failed with these arguments. What works is: " + OPEN + ".";
        };
    }

    private static String line(String text) {
        var one = text.replaceAll("\\s+", " ").replace("<!--", "<!- -").strip();
        return Advice.shortened(one, CASE_CHARS);
    }

    /** In as many backquotes as it needs. */
    private static String code(String text) {
        int longest = 0;
        for (int i = 0, run = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        var quotes = "`".repeat(longest + 1);
        var gap = longest > 0 ? " " : "";
        return quotes + gap + text + gap + quotes;
    }
}
