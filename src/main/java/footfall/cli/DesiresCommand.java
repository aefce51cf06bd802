package footfall.cli;

import footfall.config.NearestWords;
import footfall.desire.Desire;
import footfall.line.ErrorCategory;
import footfall.pattern.Tallies;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class DesiresCommand extends SettingsCommand {
    @Mixin
    private FilesOptions files;

    @Option(names = "--json", description = "Print one JSON array.")
    private boolean json;

    @Option(
            names = "--category",
            paramLabel = "C",
            completionCandidates = Categories.class,
            description = "Only desires of one category: turn-pattern, env-need, edit-mismatch, not-read-first, "
                    + "stale-read, too-large, file-not-found, permission, timeout, validation, network, "
                    + "command-failed, mcp, other.")
    private String category;

    @Mixin
    private SinceOption since;

    DesiresCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() throws Exception {
        checkCategory();
        var settings = settings();
        var start = since.start(console.clock());
        var tallies = new Tallies(start);
        var seen = new TurnCounter(start);
        seen.read(files, console, settings, tallies::add);
        var all = Desire.ranked(tallies.of(Desire.KINDS), settings.desireRules());
        var ranked = all.stream()
                .filter(one -> category == null || category.equals(one.category()))
                .toList();
        var none = all.isEmpty()
                ? seen.none("no desires: no repeated long turns and no failures")
                : new Exclusions("no desires", "desire", all.size())
                        .filter("--category " + category, all.size())
                        .text();
        new ResultPrinter(console, command, json).print(ranked, table(ranked), none);
        return ExitCodes.OK;
    }

    /** Completions of {@code --category}. */
    static final class Categories implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(
                            Stream.of(Desire.TURN_PATTERN),
                            Arrays.stream(ErrorCategory.values()).map(ErrorCategory::word))
                    .iterator();
        }
    }

    private void checkCategory() {
        var known = new ArrayList<String>();
        new Categories().forEach(known::add);
        if (category != null && !known.contains(category)) {
            throw usage("--category has " + NearestWords.unknown(category, known));
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
