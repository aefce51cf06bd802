package footfall.cli;

import footfall.call.LineText;
import footfall.config.Settings;
import footfall.line.SessionId;
import footfall.report.FileFind;
import footfall.report.FileFind.FindQuestion;
import footfall.report.FileFind.Finding;
import footfall.report.TextPattern;
import footfall.screen.Cells;
import footfall.screen.CountWords;
import footfall.screen.SafeText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = FindCommand.NAME,
        header = "Find a text in local transcripts, with the turn it belongs to.",
        description = {
            "Searches prompts, the commands, paths and queries of tool calls, and the errors of failed calls and of "
                    + "the API; not the answers of the model, nor what tools returned. A query is the pattern, query, "
                    + "URL, description, subject or skill of a call. Texts are searched as the agent wrote them, not "
                    + "as JSON. Prints one match for each text, the oldest session first.",
            "Exits with 1 when nothing matches, as grep does. Nothing has to be running, and nothing is stored or sent."
        },
        footer = {
            "  footfall find \"connection reset\"              in this machine's transcripts",
            "  footfall find build.gradle --in path,command   only in paths and commands",
            "  footfall find --regex \"rm -rf? /\" --since 7d   a regular expression, in the last 7 days",
            "  footfall find retry --from DIR --json          print one JSON array",
            "  footfall turns 4f2a91:3 --from                 show a turn that was found"
        })
final class FindCommand extends SettingsCommand implements PlainQuestion {
    static final String NAME = "find";

    private static final int MAX_DEFAULT = 1_000;
    private static final int SCREEN_ROWS = 20;

    @Mixin
    private FromOption from = new FromOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            hideParamSyntax = true,
            paramLabel = "TEXT",
            description = "The text. Without an upper-case letter, it matches upper and lower case.")
    private String text;

    @Option(
            names = "--ignore-case",
            description = "Match upper and lower case also for a text with upper-case letters.")
    private boolean ignoreCase;

    @Option(
            names = "--regex",
            description = "TEXT is a regular expression of RE2, without look-around and back-references.")
    private boolean regex;

    @Option(
            names = "--in",
            split = ",",
            paramLabel = "WHERE",
            converter = ChoiceOptions.Where.class,
            completionCandidates = ChoiceOptions.Where.class,
            description = "Only texts of these kinds: prompt, command, path, query, error. Repeatable.")
    private List<LineText.Where> in = List.of();

    @Mixin
    private FilterOptions.SinceOption since = new FilterOptions.SinceOption();

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = FilterOptions.SinceOption.Checked.class,
            description = "Only what has a time before TIME, as in --since.")
    private String until;

    @Option(
            names = "--session",
            paramLabel = "ID",
            description = "Only the session with this ID or unique prefix of an ID.")
    private String session;

    @Mixin
    private ChoiceOptions.AgentOption agent = new ChoiceOptions.AgentOption();

    @Option(
            names = "--project",
            paramLabel = "NAME",
            description = "Only one project, named by the last part of its folder.")
    private String project;

    @Option(names = "--tool", paramLabel = "NAME", description = "Only steps of one tool, as the transcript names it.")
    private String tool;

    @Option(
            names = {"-n", "--top"},
            paramLabel = "N",
            description = "Print the last N matches instead of " + SCREEN_ROWS
                    + " in a table, or 1,000 with --json and " + "--csv.")
    private Integer top;

    @Option(names = "--max", hidden = true)
    private Integer max;

    @Mixin
    private ResultPrinter.OutputOptions output = new ResultPrinter.OutputOptions();

    @Override
    public void take(Typed typed) {
        text = typed.one();
        from.take(typed.from());
        output.take(typed.isJson());
    }

    @Override
    public Integer call() throws Exception {
        text = text == null ? from.swallowed(typed -> true) : text;
        check();
        boolean isTable = output.format() == ResultPrinter.Format.TABLE;
        int most = top != null ? top : isTable ? SCREEN_ROWS : MAX_DEFAULT;
        var settings = settings();
        var places = from.places(settings, console);
        var found = find(places, settings, most);
        ReadingReport.say(found.reading(), places, console);
        var printer = new ResultPrinter(console, this, output.format());
        var rows = found.findings().stream().map(FoundText::of).toList();
        var none = "no match for " + SafeText.of(text) + " in "
                + (agent.word() == null
                        ? CountWords.of(found.reading().files(), "transcript")
                        : "transcripts of " + agent.word());
        var table = FoundText.table(found, printer);
        var cut = found.matches() == rows.size()
                ? null
                : TimeOrder.TimeOrderOptions.cut(
                        CountWords.number(rows.size()) + " of " + CountWords.of(found.matches(), "match", "matches"));
        table.caption(cut);
        printer.print(FoundText.class, rows, table, ReadingReport.none(found.reading(), none));
        if (cut != null && !isTable) {
            console.say(cut);
        }
        return found.matches() == 0 ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private void check() {
        if (max != null) {
            console.sayRenamed("--max", "--top");
            top = max;
        }
        if (text == null) {
            throw usage("Missing required parameter: 'TEXT'");
        } else if (text.isEmpty()) {
            throw usage("TEXT is empty");
        } else if (session != null && session.isBlank()) {
            throw usage("--session is empty");
        }
        atLeast(1, "--top", top == null ? 1 : top);
    }

    private TextPattern pattern() {
        boolean ignoresCase = ignoreCase || TextPattern.isLowerCase(text, regex);
        try {
            return regex ? TextPattern.expression(text, ignoresCase) : TextPattern.literal(text, ignoresCase);
        } catch (IllegalArgumentException wrong) {
            throw usage("--regex: " + SafeText.of(text) + " is not a regular expression of RE2: " + wrong.getMessage());
        }
    }

    /** A session that is named completely excludes longer IDs that begin with its ID. */
    private FileFind.Found find(List<Path> places, Settings settings, int most) throws Exception {
        var found =
                find(places, settings, most, id -> session == null || id.value().startsWith(session));
        if (session != null && found.sessions().size() > 1) {
            var one = new SessionId(new SessionNames(found.sessions()).resolve(session, withSettings(from.asTyped())));
            return find(places, settings, most, one::equals);
        }
        return found;
    }

    private FileFind.Found find(List<Path> places, Settings settings, int most, Predicate<SessionId> sessions)
            throws InterruptedException {
        var question = new FindQuestion(
                pattern(),
                in.isEmpty() ? EnumSet.allOf(LineText.Where.class) : Set.copyOf(in),
                since.start(console.clock()),
                until == null ? null : FilterOptions.SinceOption.end(until, console.clock()),
                sessions,
                agent.word(),
                project,
                tool);
        try (var progress = new ReadingProgress(console, "searching")) {
            return new FileFind(settings.turnRules(), TranscriptArgument.history(settings))
                    .find(places, question, FileFind.Limits.ofMatches(most), progress);
        }
    }

    /** A match as {@code find} prints it as JSON; absent components are null. */
    record FoundText(
            String turnId,
            String sessionId,
            Integer sequence,
            String where,
            String tool,
            Instant at,
            String text,
            String file,
            long line) {
        /** The part of a terminal's width for what is before a match in its line, or all that is left. */
        private static final int BEFORE_PART = 8;

        static FoundText of(Finding found) {
            return new FoundText(
                    found.turn() == null ? null : found.turn().turnId(),
                    found.trail().session().value(),
                    found.sequence(),
                    found.where().word(),
                    found.tool(),
                    found.at(),
                    found.text(),
                    found.source().file().toString(),
                    found.source().line());
        }

        static Table table(FileFind.Found found, ResultPrinter printer) {
            var names = new SessionNames(found.named());
            return Table.of(found.findings())
                    .text("TURN", one -> turn(one, names))
                    .text("WHEN", 1, one -> printer.time(one.at()))
                    .text("WHERE", one -> one.where().word())
                    .chainBelow("TEXT", one -> text(one, printer.width() - Table.INDENT.length()));
        }

        /** {@code abc123:4}; a dash instead of the number when the text belongs to no turn. */
        private static String turn(Finding one, SessionNames names) {
            var trail = one.trail();
            var session = names.of(trail.session().value());
            return (trail.isMain() ? session : session + "/" + trail.agent()) + ":"
                    + (one.turn() == null ? "-" : one.turn().index());
        }

        /** On a terminal, the part of a long line with the match. */
        private static String text(Finding one, int width) {
            var text = one.text();
            if (width == Table.ANY_WIDTH - Table.INDENT.length()) {
                return text.strip();
            }
            var before = SafeText.of(text.substring(0, one.matchAt()).stripLeading());
            var from = text.substring(one.matchAt()).stripTrailing();
            int room = width - Cells.width(SafeText.of(from));
            return Cells.cutStart(before, Math.max(width / BEFORE_PART, room)) + from;
        }
    }
}
