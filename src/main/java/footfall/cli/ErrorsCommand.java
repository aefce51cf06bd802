package footfall.cli;

import footfall.config.Settings;
import footfall.desire.Desire;
import footfall.desire.DesireQuestion;
import footfall.desire.Ranking;
import footfall.line.ErrorCategory;
import footfall.line.InstantText;
import footfall.pattern.Tool;
import footfall.report.TurnRef;
import footfall.screen.CountWords;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Selection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code footfall errors} without a session; with one, it is {@code sessions --errors}. */
@Command(
        name = ErrorsCommand.NAME,
        header = "List what fails most, or each error of a session.",
        description = "Lists what failed in the last 7 days, over all sessions: the command or tool, the kind of "
                + "error, how often, and where last. Calls that were refused or stopped did not fail. With a session, "
                + "see 'footfall sessions --help'. A table stops at 20 rows.",
        footer = {
            "  footfall errors --from                   what failed this week, from the transcripts",
            "  footfall errors --since 30d --tool Bash  which shell commands failed in 30 days",
            "  footfall errors --from --csv             the same with exact values",
            "  footfall errors 4f2a                     the errors of one session, as JSON"
        })
final class ErrorsCommand extends AnswerCommand {
    static final String NAME = "errors";

    private static final String KINDS = "--kinds";
    private static final int COMMAND_LEAST = 24;

    private static final Pattern FROM = Pattern.compile("(?:--from(?:=|$)|-f=?)(.*)");
    private static final Duration WEEK = Duration.ofDays(7);
    private static final Set<String> FAILURES =
            Stream.of(ErrorCategory.values()).map(ErrorCategory::word).collect(Collectors.toUnmodifiableSet());

    // Of the help only: with it, the words are those of another command.
    @Parameters(
            paramLabel = "SESSION",
            arity = "0..1",
            description = "Unique prefix of a session ID, or a file: print each of its errors as JSON.")
    private String session;

    @Mixin
    private TimeOrder.FirstRows first = new TimeOrder.FirstRows();

    ErrorsCommand() {
        super(
                Map.of(Filter.SINCE, " Default: 7d."),
                Filter.OUTCOME,
                Filter.TURN_OUTCOME,
                Filter.INTENT,
                Filter.NEXT,
                Filter.NEXT_INTENT,
                Filter.MIN_LENGTH,
                Filter.MAX_LENGTH,
                Filter.PATTERN);
    }

    /** A command or tool with one kind of error; {@code error} is the latest text, {@code lastTurn} the latest turn. */
    record FailedCommand(
            String command,
            String tool,
            String category,
            long count,
            int sessions,
            Instant lastSeen,
            String project,
            String lastTurn,
            String error) {}

    /** Whether the arguments name no session, no file and no option of one; or an option of neither. */
    static boolean isAsked(List<String> arguments) {
        var valued = Stream.concat(
                        Stream.of(Filter.values()).map(FilterOptions::name),
                        Stream.of("-n", "--top", "--server", "--token", "--cacert", "--settings", "--set"))
                .collect(Collectors.toSet());
        var known = Set.of("--failed", "--json", "--csv", "--no-cache", "-h", "--help", "-V", "--version", KINDS);
        var places = new ArrayList<Path>();
        boolean isFrom = false;
        for (int i = 0; i < arguments.size(); i++) {
            var word = arguments.get(i);
            var option = FROM.matcher(word);
            if (option.matches()) {
                isFrom = true;
                Stream.of(option.group(1))
                        .filter(path -> !path.isEmpty())
                        .map(Path::of)
                        .forEach(places::add);
            } else if (word.startsWith("-") && word.length() > 1) {
                isFrom = false;
                i += valued.contains(word) ? 1 : 0;
                if (word.equals(KINDS)) {
                    return false;
                }
                var name = word.split("=", 2)[0];
                if (!valued.contains(name) && !known.contains(name) && !name.startsWith("-n")) {
                    return true; // Says that it does not know the option.
                }
            } else if (isFrom) {
                places.add(Path.of(word));
            } else {
                return false;
            }
        }
        return !TranscriptArgument.isOfOne(places);
    }

    @Override
    void check() {
        first.check(this);
    }

    @Override
    boolean isTallied() {
        return true;
    }

    @Override
    Map<Filter, String> defaults(Settings settings) {
        return Map.of(
                Filter.SINCE, InstantText.of(filters().end(console.clock()).minus(WEEK)));
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        var printer = printer();
        var coverage = new CoverageReport();
        var question = new DesireQuestion(selection.values().get(Filter.CATEGORY), Ranking.COUNT, true);
        var failures = new ArrayList<Desire>();
        source.items(Desire.class, all -> all.desires(selection, question, Answers.Top.ALL), coverage)
                .forEachRemaining(failures::add);
        var tool = selection.values().get(Filter.TOOL);
        failures.removeIf(one -> !FAILURES.contains(one.category()) || tool != null && !tool.equals(one.toolName()));
        failures.sort(question.by().order(Desire::count, Desire::wasted));
        boolean isTable = printer.format() == ResultPrinter.Format.TABLE;
        var some = isTable
                ? first.ofTable(failures)
                : failures.stream().limit(first.asked()).toList();
        var rows = some.stream().map(one -> Row.of(one, source)).toList();
        var table = isTable ? table(rows) : null;
        if (isTable) {
            long calls = failures.stream().mapToLong(Desire::count).sum();
            var cut = first.cut(failures.size());
            table.caption((filters().has(Filter.SINCE) ? "" : time() + ": ")
                    + CountWords.of(calls, "failed call")
                    + others(source, selection, calls)
                    + (cut == null ? "" : "; " + cut));
        }
        var none = rows.isEmpty() ? none(source, "no failures", true, selection) : null;
        if (none != null && !filters().has(Filter.SINCE)) {
            none += "; " + time() + " are the default of --since: --since 30d looks further back";
        }
        printer.print(FailedCommand.class, rows.stream().map(Row::failed).toList(), table, none);
        coverage.say(console);
    }

    /** What {@code tools} and {@code usage} count as failures, too; not said of one category. */
    private String others(AnswerSource source, Selection selection, long calls) {
        var tool = selection.values().get(Filter.TOOL);
        long all = selection.has(Filter.CATEGORY)
                ? calls
                : source.answers().tools(selection, Answers.Top.ALL).items().stream()
                        .filter(one -> tool == null || tool.equals(one.tool()))
                        .mapToLong(Tool::failures)
                        .sum();
        return all <= calls
                ? ""
                : ", without " + CountWords.number(all - calls) + " that found nothing, which tools and usage count";
    }

    private String time() {
        return filters().has(Filter.UNTIL) ? "the 7 days before --until" : "the last 7 days";
    }

    /** {@code last}: the latest turn; null if it is gone. */
    private record Row(FailedCommand failed, TurnRef last) {
        static Row of(Desire one, AnswerSource source) {
            var turn = one.examples().isEmpty()
                    ? null
                    : source.answers().turn(one.examples().get(0)).item();
            var last = turn == null ? null : TurnRef.of(turn);
            return new Row(
                    new FailedCommand(
                            one.subject(),
                            one.toolName(),
                            one.category(),
                            one.count(),
                            one.sessions(),
                            one.lastSeen(),
                            turn == null ? null : turn.origin().project(),
                            last == null ? null : last.turnId(),
                            one.error()),
                    last);
        }
    }

    private Table table(List<Row> rows) {
        var names = SessionNames.ofTurns(
                rows.stream().map(Row::last).filter(Objects::nonNull).toList());
        return Table.of(rows)
                .mainText("COMMAND", COMMAND_LEAST, row -> command(row.failed.command()))
                .text("ERROR", row -> row.failed.category())
                .number("COUNT", row -> row.failed.count())
                .number("SESSIONS", 2, row -> row.failed.sessions())
                .text("LAST", 3, row -> printer().time(row.failed.lastSeen()))
                .longText("PROJECT", 1, row -> row.failed.project())
                .text("LAST_TURN", row -> row.last == null ? null : names.of(row.last) + ":" + row.last.index())
                .chainBelow(
                        "MESSAGE", row -> row.failed.error() == null ? null : ResultPrinter.line(row.failed.error()));
    }

    /** On a screen without the hash of its error, whose text stands below. */
    private String command(String command) {
        return console.isScreen() && command != null ? command.replaceFirst(": error-[0-9a-f]{8}$", "") : command;
    }
}
