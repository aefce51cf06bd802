package footfall.cli;

import footfall.config.Settings;
import footfall.pattern.Pattern;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Path;
import footfall.view.Selection;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code footfall patterns}: of turns, or as one ranking with the tools. */
@Command(
        name = "patterns",
        header = "List the sequences of tools that turns repeat most.",
        description =
                "'footfall turns --pattern P' lists the turns of one. With --tools, repeated long turns are ranked "
                        + "beside the tools; FAILURES counts calls that failed, not calls that were refused or "
                        + "stopped, which 'footfall sessions' counts as errors.",
        footer = {
            "  footfall patterns --from                PATTERN COUNT AVG_LENGTH SESSIONS",
            "  footfall patterns --from --tools        RANK PATTERN COUNT ... ALIAS FAILURES",
            "  footfall patterns --from DIR --top 5 --since 30d"
        })
final class PatternsCommand extends AnswerCommand {
    private static final int MIN_LENGTH = 2;

    @Option(
            names = "--tools",
            description = "Rank tools and repeated long turns in one list, with their aliases and turn lengths.")
    private boolean tools;

    @Option(names = "--paths", hidden = true, description = "The tools alone, as the command 'paths' lists them.")
    private boolean paths;

    @Option(names = "--turns", hidden = true, description = "With --paths: the same as --tools.")
    private boolean turns;

    @Mixin
    private TimeOrder.FirstRows top = new TimeOrder.FirstRows();

    PatternsCommand() {
        super(Map.of(
                Filter.MIN_LENGTH,
                " Default: 2, or 0 with --session or --tools.",
                Filter.PATTERN,
                " Read{3+} means Read{2+}."));
    }

    @Override
    void check() {
        top.check(this);
    }

    @Override
    boolean isTallied() {
        return true;
    }

    private boolean isWhole() {
        return tools || turns;
    }

    private boolean isRanking() {
        return paths || isWhole();
    }

    @Override
    Map<Filter, String> defaults(Settings settings) {
        boolean isAny = isRanking() || filters().has(Filter.SESSION);
        return isAny ? Map.of() : Map.of(Filter.MIN_LENGTH, "" + MIN_LENGTH);
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        if (isRanking()) {
            new AnswerSource.Listing<>(
                            Path.class,
                            all -> all.paths(selection, isWhole(), top.asked()),
                            this::paths,
                            () -> none(source, "no tool calls", true, selection))
                    .print(source, printer());
        } else {
            var answer = source.answers().patterns(selection, new Answers.Top(null, top.asked()));
            var none = answer.items().isEmpty() ? noPatterns(source, selection) : null;
            printer().print(Pattern.class, answer.items(), patterns(answer.items()), none);
            CoverageReport.say(answer.coverage(), console);
        }
    }

    private static Table patterns(List<Pattern> all) {
        return Table.of(all)
                .longText("PATTERN", Pattern::pattern)
                .number("COUNT", Pattern::count)
                .number("AVG_LENGTH", one -> ResultPrinter.decimal(one.avgLength()))
                .number("SESSIONS", Pattern::sessions);
    }

    private String noPatterns(AnswerSource source, Selection selection) {
        boolean hasTurns = !source.answers()
                .turns(selection, new Answers.Page(null, 1))
                .items()
                .isEmpty();
        return hasTurns ? "no patterns" : none(source, "no turns for patterns", false, selection);
    }

    private Table paths(List<Path> all) {
        var table = Table.of(top.ofTable(all))
                .number("RANK", Path::rank)
                .longText("PATTERN", Path::pattern)
                .number("COUNT", Path::count);
        if (isWhole()) {
            table.number("AVG_TURN_LEN", path -> ResultPrinter.decimal(path.avgTurnLen()))
                    .number("LONG_TURN_%", path -> ResultPrinter.decimal(path.longTurnPct()));
        }
        if (!console.isScreen() || all.stream().anyMatch(path -> path.alias() != null)) {
            table.longText("ALIAS", Path::alias);
        }
        table.number("FAILURES", Path::failures);
        table.caption(top.cut(all.size()));
        return table;
    }
}
