package footfall.report;

import footfall.desire.Remedy;
import footfall.line.CommandName;
import footfall.line.ErrorCategory;
import footfall.line.ErrorLine;
import footfall.line.FailureCause;
import footfall.line.Intent;
import footfall.line.Outcome;
import footfall.line.Shell;
import footfall.redact.Redactor;
import footfall.turn.Step;
import footfall.turn.Turn;
import footfall.view.TurnTexts.StepText;
import footfall.view.TurnTexts.TurnText;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The calls of one session with what their transcript says, in the order in which they began. */
public record SessionCalls(List<Call> calls) {
    /** How far from a missing command another one stands for it. */
    private static final int INSTEAD_STEPS = 10;

    /** A check is one of the first words of its command, as of {@code npm run lint}. */
    private static final int CHECK_WORDS = 3;

    private static final Set<String> SAME_TARGET = Set.of(Intent.READ, Intent.EDIT, "web");
    private static final Set<String> FINDING = Set.of(Intent.READ, Intent.EDIT, Intent.SEARCH);
    private static final Set<String> NO_PURPOSE = Set.of("run", Intent.SHELL);
    private static final Pattern MISSING_PATH =
            Pattern.compile("['\"‘`]?([^\\s:'\"‘’`]+)['\"’`]?(?::\\d+)*:(?: E902)? No such file or directory");
    private static final Pattern RUNNING_ID =
            Pattern.compile("(?i)\"\\w*(?:session|bash|shell|task|process)_?id\"\\s*:\\s*\"?([\\w.-]+)");
    private static final Pattern CHECK = Pattern.compile("\\[([A-Z][A-Z_-]+)\\]|(?m)^([A-Z]\\w+)\\.{3,}.*Failed$");
    private static final Pattern COMMAND_END = Pattern.compile("&&|\\|\\|?|;|\\R|\\d?>");
    private static final Pattern NOTHING_FOUND =
            Pattern.compile("(?i)(?:found )?(?:no|0) (?:files?|matches|search results)\\b|\\(no output\\)");
    /** What Codex prints before the output of a command, and Copilot after it. */
    private static final Pattern HEAD = Pattern.compile(
            "(?s)^(?:Chunk ID|Exit code|Wall time|Process exited).*?\\bOutput:|<exited with exit code \\d+>$");

    private static final Pattern IGNORED = Pattern.compile("(?<=\\.gitignore files:\\n)\\S+");
    private static final Pattern FORCED = Pattern.compile("\\bgit add (?:\\S+ )*?(?:-f|--force)\\s");
    private static final Pattern FOLDER_CHANGE = Pattern.compile("^\\s*cd \\S+ (?:&& )?");
    /** Options, redirections and what joins commands. */
    private static final Pattern NO_ARGUMENT = Pattern.compile("-|\\d?>|[&|;]");

    private static final Pattern WORD_END = Pattern.compile("[\\s'\"`,;:()<>|]+");

    /** {@code text}: null where the transcript has none. */
    record Call(Turn turn, Step step, StepText text) {
        String target() {
            return text == null ? null : text.target();
        }

        private String output() {
            return text == null || text.output() == null ? "" : text.output();
        }

        private boolean isOk() {
            return step.result().outcome() == Outcome.OK;
        }

        private boolean is(Set<String> intents) {
            return intents.contains(step.use().intent());
        }

        private boolean isShell() {
            return Shell.runs(step.use().tool());
        }

        /** What it says of why it failed, on one line without secrets; null for nothing. */
        String error() {
            var text = Redactor.masked(failure());
            var line = ErrorLine.in(text);
            return line.isEmpty() ? null : line + named(text);
        }

        /** The checks that a hook names, and the files that are ignored. */
        private String named(String text) {
            boolean isHook = isOf(FailureCause.HOOK);
            return isHook || isOf(FailureCause.IGNORED_FILE)
                    ? (isHook ? CHECK : IGNORED)
                            .matcher(text)
                            .results()
                            .map(found -> " " + found.group())
                            .distinct()
                            .collect(Collectors.joining())
                    : "";
        }

        private boolean isOf(FailureCause cause) {
            return cause.isOf(step.result().subject());
        }

        /** The text of its error, which some agents put into JSON; empty for none. */
        private String failure() {
            var beginning = step.result().error();
            return beginning == null ? "" : output().startsWith(beginning.strip()) ? output() : beginning;
        }

        /** Whether a call on the same target has the same input, too; that of a shell is its target. */
        boolean isSame(Call other) {
            return target().equals(other.target()) && (isShell() || Objects.equals(text.input(), other.text.input()));
        }

        /** Whether most arguments of the command with fewer ones are in the other command. */
        private boolean isLike(Call other) {
            var words = arguments();
            var others = other.arguments();
            int fewer = Math.min(words.size(), others.size());
            words.retainAll(others);
            return fewer == 0 || 2 * words.size() > fewer;
        }

        private Set<String> arguments() {
            var line = FOLDER_CHANGE.matcher(target()).replaceFirst("");
            var words = new HashSet<>(List.of(line.strip().split("\\s+")));
            words.removeIf(word -> NO_ARGUMENT.matcher(word).lookingAt());
            words.removeAll(List.of(step.use().command().split(" ")));
            return words;
        }

        private boolean hasFoundNothing() {
            var printed = HEAD.matcher(output()).replaceFirst("").strip();
            return printed.isEmpty() || NOTHING_FOUND.matcher(printed).lookingAt();
        }
    }

    public SessionCalls {
        calls = List.copyOf(calls);
    }

    static SessionCalls of(List<Turn> turns, List<TurnText> texts) {
        var steps = texts.stream()
                .collect(Collectors.toMap(
                        TurnText::turnId,
                        text -> text.steps().stream()
                                .collect(Collectors.toMap(StepText::sequence, Function.identity()))));
        var calls = new ArrayList<Call>();
        for (var turn : turns) {
            var of = steps.get(turn.id().turnId());
            turn.steps().forEach(step -> calls.add(new Call(turn, step, of == null ? null : of.get(step.sequence()))));
        }
        calls.sort(Comparator.comparing(
                one -> one.step.use().startedAt(), Comparator.nullsFirst(Comparator.<Instant>naturalOrder())));
        return new SessionCalls(calls);
    }

    /** Those of a turn. */
    List<Call> of(Turn turn) {
        var id = turn.id();
        return calls.stream().filter(one -> one.turn.id().equals(id)).toList();
    }

    private List<Call> after(Call call) {
        return calls.subList(calls.indexOf(call) + 1, calls.size());
    }

    /**
     * The call of the turn that did with success what this one failed to do: the next similar one of the same command;
     * for a missing command, one that names it or has its purpose; of a file or an address, the next one on it.
     */
    Optional<Call> worked(Call failed) {
        var next = after(failed).stream()
                .filter(one -> one.turn == failed.turn && one.isOk() && one.target() != null)
                .filter(one -> !isBeside(failed, one))
                .toList();
        var use = failed.step.use();
        var cause = FailureCause.ofSubject(failed.step.result().subject());
        if (failed.step.result().category() == ErrorCategory.ENV_NEED && cause.isEmpty()) {
            return instead(failed, next);
        } else if (failed.isOf(FailureCause.IGNORED_FILE)) {
            return first(
                    next, one -> one.isShell() && FORCED.matcher(one.target()).find());
        } else if (failed.isShell()) {
            return first(
                    next,
                    one -> use.command() != null
                            && use.command().equals(one.step.use().command())
                            && failed.target() != null
                            && failed.isLike(one));
        }
        return first(
                next,
                one -> failed.is(SAME_TARGET)
                        && use.intent().equals(one.step.use().intent())
                        && one.target().equals(failed.target()));
    }

    /** What changed something between a failure and what worked: edits, or, before the same call, commands. */
    Remedy.Case.Between between(Call failed, Call worked) {
        var changing = after(failed).stream()
                .takeWhile(one -> one != worked && !hasOtherError(failed, one))
                .filter(one -> one.isOk() && one.target() != null)
                .toList();
        var edited = changing.stream()
                .filter(one -> one.is(Set.of(Intent.EDIT)))
                .map(Call::target)
                .distinct()
                .toList();
        var ran = changing.stream()
                .filter(one -> one.isShell() && !CommandName.looks(one.target()))
                .filter(one -> !Objects.equals(
                        one.step.use().command(), failed.step.use().command()))
                .map(Call::target)
                .distinct()
                .toList();
        return new Remedy.Case.Between(edited, edited.isEmpty() && worked.isSame(failed) ? ran : List.of());
    }

    /** Whether the same command fails later with another error than the one that others share. */
    private static boolean hasOtherError(Call failed, Call later) {
        return FailureCause.SAME_ERROR.isOf(failed.step.result().subject())
                && later.isShell()
                && Objects.equals(later.step.use().command(), failed.step.use().command())
                && !Objects.equals(
                        later.step.result().subject(), failed.step.result().subject());
    }

    /** The shortest command of the session that runs each check that a hook's error names, as {@code mix format}. */
    List<String> checks(Call failed) {
        return CHECK.matcher(failed.failure())
                .results()
                .map(found -> (found.group(1) == null ? found.group(2) : found.group(1)).toLowerCase(Locale.ROOT))
                .distinct()
                .flatMap(check -> calls.stream()
                        .filter(one -> one.isShell() && one.target() != null)
                        .flatMap(one -> COMMAND_END.splitAsStream(one.target()).map(String::strip))
                        .filter(one -> runs(one, check))
                        .min(Comparator.comparingInt(String::length))
                        .stream())
                .toList();
    }

    private static boolean runs(String command, String check) {
        var words = List.of(command.split("\\s+"));
        return words.subList(0, Math.min(CHECK_WORDS, words.size())).contains(check);
    }

    /** The next call of the turn that searched and found something. */
    Optional<Call> foundSomething(Call sought) {
        return after(sought).stream()
                .filter(one -> one.turn == sought.turn && one.isOk() && one.target() != null)
                .filter(one -> one.is(Set.of(Intent.SEARCH)) && !one.hasFoundNothing() && !isBeside(sought, one))
                .findFirst();
    }

    private static Optional<Call> instead(Call failed, List<Call> next) {
        var near = next.stream()
                .filter(one -> one.isShell() && one.step.sequence() <= failed.step.sequence() + INSTEAD_STEPS)
                .toList();
        var missing = String.valueOf(failed.step.result().subject());
        var named = Pattern.compile("(?<![\\w-])" + Pattern.quote(missing) + "(?![\\w-])");
        return first(near, one -> named.matcher(one.target()).find())
                .or(() -> first(
                        near,
                        one -> !one.is(NO_PURPOSE)
                                && one.is(Set.of(failed.step.use().intent()))));
    }

    private static Optional<Call> first(List<Call> calls, Predicate<Call> that) {
        return calls.stream().filter(that).findFirst();
    }

    /** Whether a call began before the other one ended, so that it cannot follow from it. */
    private static boolean isBeside(Call one, Call other) {
        var end = one.step.use().completedAt();
        var begin = other.step.use().startedAt();
        return end != null && begin != null && begin.isBefore(end);
    }

    /**
     * Whether a later call wrote, read or found with success what this one sought in vain; wrote, if it was a search,
     * which asked whether it is there.
     */
    boolean isFoundLater(Call sought) {
        var isPath = paths(sought);
        var finding = sought.isOk() ? Set.of(Intent.EDIT) : FINDING;
        return after(sought).stream()
                .filter(one -> one.isOk() && one.target() != null)
                .filter(one -> !one.is(Set.of(Intent.SEARCH)) || !one.hasFoundNothing())
                .anyMatch(one -> one.target().equals(sought.target())
                        || one.is(finding)
                                && (isPath.test(one.target()) || words(one).anyMatch(isPath)));
    }

    private static Stream<String> words(Call call) {
        var found = call.is(Set.of(Intent.SEARCH)) ? "\n" + call.output() : "";
        return WORD_END.splitAsStream(call.target() + found);
    }

    /** Whether a path is one that the call sought. */
    private static Predicate<String> paths(Call call) {
        var target = call.target() == null ? "" : call.target();
        if (call.isOk()) {
            return call.step.use().tool().equalsIgnoreCase("Glob") ? glob(target) : path -> false;
        }
        var missing = call.isShell()
                ? MISSING_PATH
                        .matcher(call.failure())
                        .results()
                        .map(found -> found.group(1))
                        .toList()
                : Stream.of(target).filter(one -> !one.isEmpty()).toList();
        return path -> missing.stream().anyMatch(one -> path.equals(one) || path.endsWith("/" + one));
    }

    private static Predicate<String> glob(String pattern) {
        try {
            var matcher = FileSystems.getDefault()
                    .getPathMatcher("glob:" + (pattern.startsWith("/") ? "" : "/**/") + pattern);
            return path -> path(path).filter(matcher::matches).isPresent();
        } catch (IllegalArgumentException invalid) {
            return path -> false;
        }
    }

    /** Empty for a word of an output that no path can be. */
    private static Optional<Path> path(String word) {
        try {
            return Optional.of(Path.of("/-", word));
        } catch (InvalidPathException noPath) {
            return Optional.empty();
        }
    }

    /** What a call asked whether it has ended: the call that began it; itself when that is not known. */
    Call waitedFor(Call poll) {
        var id = RUNNING_ID.matcher(poll.text == null || poll.text.input() == null ? "" : poll.text.input());
        if (!id.find()) {
            return poll;
        }
        var said = Pattern.compile("(?i)(?<![a-z])id:? *\"?" + Pattern.quote(id.group(1)) + "(?![\\w-])");
        return calls.subList(0, calls.indexOf(poll)).stream()
                .filter(one -> !one.step.use().tool().equals(poll.step.use().tool()) && one.target() != null)
                .filter(one -> said.matcher(one.output()).find())
                .reduce((earlier, later) -> later)
                .orElse(poll);
    }
}
