package footfall.cli;

import footfall.desire.Desire;
import footfall.view.Answers;
import footfall.view.Filter;
import footfall.view.Selection;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code footfall desires}. */
@Command(
        name = "desires",
        header = "Rank what agents struggle with: repeated long turns and failed calls.",
        description = "Failed commands (category command-failed) come last: they are often ordinary work, such as a "
                + "failing test.",
        footer = {
            "  footfall desires --from                              rank those of this machine's agents",
            "  footfall desires --from --category env-need          list missing commands",
            "  footfall desires --from DIR --since 30d --json       print the last 30 days as JSON"
        })
final class DesiresCommand extends AnswerCommand {
    @Option(
            names = "--category",
            paramLabel = "C",
            completionCandidates = Categories.class,
            description = "Only desires of one category: turn-pattern, env-need, edit-mismatch, not-read-first, "
                    + "stale-read, too-large, file-not-found, permission, timeout, validation, network, "
                    + "command-failed, mcp, other.")
    private String category;

    @Option(names = "--top", paramLabel = "N", description = "Print the first N rows. Default: all.")
    private int top = Integer.MAX_VALUE;

    DesiresCommand(Console console) {
        super(console, Map.of(), Filter.CATEGORY);
    }

    @Override
    void check() {
        if (category != null && !Desire.CATEGORIES.contains(category)) {
            throw usage("--category has " + ChoiceWord.unknownOf(category, Desire.CATEGORIES));
        }
        atLeast(1, "--top", top);
    }

    @Override
    void print(AnswerSource source, Selection selection) throws IOException {
        var answer = source.answers().desires(selection, category, new Answers.Top(null, top));
        var ranked = answer.items();
        printer().print(Desire.class, ranked, table(ranked), ranked.isEmpty() ? none(source, selection) : null);
        CoverageReport.say(answer.coverage(), console);
    }

    private String none(AnswerSource source, Selection selection) {
        int all = category == null
                ? 0
                : source.answers()
                        .desires(selection, null, Answers.Top.ALL)
                        .items()
                        .size();
        return all == 0
                ? none(source, "no desires: no repeated long turns and no failures", true, selection)
                : new Exclusions("no desires", "desire", all)
                        .filter("--category " + category, all)
                        .text();
    }

    /** Completions of {@code --category}. */
    static final class Categories implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Desire.CATEGORIES.iterator();
        }
    }

    private static Table table(List<Desire> desires) {
        var table = new Table(
                Table.Column.text("CATEGORY"),
                Table.Column.longText("SUBJECT"),
                Table.Column.number("COUNT"),
                Table.Column.number("SESSIONS"),
                Table.Column.number("AVG_LENGTH"),
                Table.Column.longText("ERROR"));
        for (var one : desires) {
            table.row(
                    one.category(),
                    ResultPrinter.line(one.subject()),
                    one.count(),
                    one.sessions(),
                    ResultPrinter.decimal(one.avgLength()),
                    one.error() == null ? null : ResultPrinter.line(one.error()));
        }
        return table;
    }
}
